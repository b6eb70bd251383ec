import { expect, it } from "vitest";
import { checkOut, projectFile, startService } from "./service.ts";

it("the job summary has no live link, address, mention or reference of a file or the service", async () => {
  await using service = await startService({
    seed: {
      projects: [
        { organization_id: "org_1", slug: "a", type: "proxy", description: "see http://evil.example/live @live" },
      ],
    },
  });
  const description =
    "https://evil.example WWW.evil.example you@evil.example @octocat #1 GH-2 mailto:x@evil.example [x](https://evil.example) $x$";
  await using checkout = await checkOut({
    "a.yaml": projectFile("a", `  description: ${JSON.stringify(description)}\ndomains: [www.example.com]\n`),
  });
  const { summary } = await service.run({ mode: "plan", ...checkout, inputs: { files: "a.yaml" } });
  expect(summary.replaceAll("<!-- -->", "")).toContain(description.slice(0, 40));
  expect(summary).toContain("live");
  expect(summary.replaceAll(/&#\d+;/g, "_")).not.toMatch(/:\/\/|www\.|@\w|#\d|\bgh-\d|\$/i);
});
