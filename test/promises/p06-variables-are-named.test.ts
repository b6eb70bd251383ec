import { describe, expect, it } from "vitest";
import { loadFile } from "../../core/file/load-file.ts";
import { formatProblem } from "../../core/file/problem.ts";
import { describeVariables } from "../../sync/run/load-files.ts";
import { play, projectFile } from "../action/service.ts";
import { startPlace } from "../cli/command-place.ts";

/*
 * P6: no file reads a variable unseen. What files read, and where it goes, is said before the first request.
 */

const FILE = projectFile(
  "a",
  `  description: { env: AWS_SECRET_ACCESS_KEY }
  forwarded_headers: [{ name: X-A, value: { secret: HEADER } }]
domains: [{ env: MISSING }, { name: { env: HOST } }]
`,
);
const ENVIRONMENT = { AWS_SECRET_ACCESS_KEY: "aws", HEADER: "header-secret-1", HOST: "www.example.com" };
const LINES = [
  "Variables of the environment that the files read, and the fields that they fill:",
  "  AWS_SECRET_ACCESS_KEY: a.yaml project.description",
  "  HEADER: a.yaml project.forwarded_headers[0].value (secret)",
  "  HOST: a.yaml domains[1].name",
];

function load(name: string, text: string, environment: Readonly<Record<string, string>>) {
  return loadFile(name, text, { environment, missingVariables: "tolerate" });
}

describe("the variables that files read", () => {
  it.each(["validate", "plan", "apply"])(
    "are logged with the fields that they fill before the first request: %s",
    async (mode) => {
      const inputs = { "allow-env": Object.keys(ENVIRONMENT).join() };
      const faults = { faults: [{ method: "GET", fault: { kind: "answer", status: 400 } }] } as const;
      const { stdout } = await play(
        { "a.yaml": FILE.replace("{ env: MISSING }, ", "") },
        { mode, inputs, environment: ENVIRONMENT, service: { faults } },
      );
      expect(stdout).toContain(LINES.join("\n").replace("domains[1]", "domains[0]"));
    },
  );

  it("are named by a pull too, before its first request", async () => {
    await using place = await startPlace();
    place.emulator.setFaults({ faults: [{ method: "GET", fault: { kind: "answer", status: 400 } }] });
    await place.write("a.yaml", FILE.replace("{ env: MISSING }, ", ""));
    const { stderr } = await place.run(["pull", "--dry-run", "a.yaml"], { ...place.environment, ...ENVIRONMENT });
    expect(stderr).toContain(LINES.join("\n").replace("domains[1]", "domains[0]"));
  });

  it("are named once each, and their sixth field is only counted", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const described = projectFile("s", "  description: { env: HOST }\n");
    const files = names.flatMap((name) => load(name, described, ENVIRONMENT).file ?? []);
    const five = names.slice(0, 5).map((name) => `${name} project.description`);
    expect(describeVariables(files).slice(1)).toEqual([`  HOST: ${five.join(", ")} and 2 more`]);
    expect(describeVariables([])).toEqual([]);
  });

  it("are a warning if a secret begins or ends with white space", () => {
    for (const HEADER of ["header-secret-1\n", " header-secret-1", "header-secret-1\r\n"]) {
      expect(load("a.yaml", FILE, { ...ENVIRONMENT, HEADER }).problems.map(formatProblem)).toEqual([
        "a.yaml:6:43: warning: project.forwarded_headers[0].value: environment variable HEADER begins or ends with white space, such as a line break, which is sent too; remove it, unless it is a part of the secret",
      ]);
    }
    expect(load("a.yaml", FILE, ENVIRONMENT).problems).toEqual([]);
  });
});
