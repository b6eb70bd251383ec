import { z } from "zod";
import type { Reply } from "./ask.ts";

const list = z.object({ data: z.array(z.object({ id: z.string().optional(), name: z.string().optional() })) });

/** The ids of the items of a list in order. For domains: their names. */
export function keysOf({ body }: Reply): readonly string[] {
  return list.parse(body).data.map(({ id, name }) => id ?? name ?? "");
}
