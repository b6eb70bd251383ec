import { expect, it } from "vitest";
import { liveProject } from "../live-project.ts";
import { play, projectFile } from "./service.ts";

it("the job summary has no live link, address, mention or reference of a file or the service", async () => {
  const live = { ...liveProject("a"), description: "see http://evil.example/live @live" };
  const description =
    "https://evil.example WWW.evil.example you@evil.example @octocat #1 GH-2 mailto:x@evil.example [x](https://evil.example) $x$";
  const files = {
    "a.yaml": projectFile("a", `  description: ${JSON.stringify(description)}\ndomains: [www.example.com]\n`),
  };
  const { summary } = await play(files, { mode: "plan", service: { seed: { projects: [live] } } });
  expect(summary.replaceAll("<!-- -->", "")).toContain(description.slice(0, 40));
  expect(summary).toContain("live");
  expect(summary.replaceAll(/&#\d+;/g, "_")).not.toMatch(/:\/\/|www\.|@\w|#\d|\bgh-\d|\$/i);
});
