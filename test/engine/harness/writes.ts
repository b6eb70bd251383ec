import type { Emulator } from "../../../emulator/start.ts";

/** The requests since the last reset that could change something, as `POST /v1/projects`. */
export function writes(emulator: Emulator): string[] {
  return emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);
}
