import type { Emulator } from "../../../emulator/start.ts";

/** The requests since the last reset that could change something, as `POST /v1/projects`. */
export function writes(emulator: Emulator): string[] {
  return emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);
}

/** A request behind the engine's back, such as `DELETE /v1/projects/prj_1`; gives the answer, and fails on a refusal. */
export async function ask(emulator: Emulator, request: string, body?: unknown): Promise<unknown> {
  const [method = "", path = ""] = request.split(" ");
  const response = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${request}: ${response.status} ${await response.text()}`);
  return response.json();
}
