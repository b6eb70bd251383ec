import { expect, it } from "vitest";
import { startService } from "./service.ts";

it.concurrent("traces each request for the runner's debug log, redacted", async () => {
  await using service = await startService({ faults: { faults: [{ fault: { kind: "answer", status: 503 } }] } });
  const environment = { RUNNER_DEBUG: "1" };
  const { code, stdout } = await service.run({ mode: "apply", environment });
  expect(code).toBe(0);
  const debug = stdout.split("\n").filter((line) => line.startsWith("::debug::"));
  const requests = service.emulator.requests();
  expect(debug.filter((line) => line.includes(", request req_"))).toHaveLength(requests.length);
  for (const { method, path, status, requestId } of requests) {
    const line = debug.find((text) => text.endsWith(`, request ${requestId})`)) ?? "";
    expect(line).toContain(`::debug::${method} ${path}: ${status} in `);
  }
  expect(debug.join("\n")).toMatch(/: attempt 2 in \d+ ms, because of: 503$/m);
});
