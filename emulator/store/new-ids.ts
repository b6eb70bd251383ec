import type { Temperament } from "../temperament/temperament.ts";

type IdForm = NonNullable<Temperament["ids"]> | "described";

/** An id in the form that the service gives to new objects. */
export function formatId(prefix: "prj" | "pc", number: number, form: IdForm): string {
  switch (form) {
    case "described":
      return `${prefix}_${number}`;
    case "colon":
      return `${prefix}:${number}`;
    case "base64":
      return Buffer.from(`${prefix}:${number}`).toString("base64");
    case "pipe":
      return `${prefix}|${number}`;
    case "space":
      return `${prefix} ${number}`;
    case "uuid":
      return `00000000-0000-4000-${prefix === "prj" ? "8000" : "9000"}-${String(number).padStart(12, "0")}`;
    case "digits":
    case "number":
      return String((prefix === "prj" ? 1000 : 500_000) + number);
  }
}
