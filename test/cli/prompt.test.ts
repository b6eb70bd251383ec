import { PassThrough } from "node:stream";
import { afterEach, expect, it, vi } from "vitest";
import { openPrompt } from "../../cli/prompt.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("a question that Ctrl-Z stopped takes its answer after fg, with what was typed before", async () => {
  // The shell continues the process at once.
  const kill = vi.spyOn(process, "kill").mockImplementation(() => {
    setImmediate(() => process.emit("SIGCONT", "SIGCONT"));
    return true;
  });
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  using prompt = openPrompt({ input, output, signal: new AbortController().signal });
  const answer = prompt.ask("Apply? ");
  input.write("ye\u001A");
  await vi.waitFor(() => expect(kill).toHaveBeenCalledWith(process.pid, "SIGTSTP"));
  setTimeout(() => input.write("s\r"), 20);
  await expect(answer).resolves.toEqual({ typed: "yes" });
}, 2_000);
