import { describe, expect, it } from "vitest";
import { component, good, problemsOf, PROJECT } from "./load.ts";

const advice = (name: string): string => `write { env: ${name} }, or { secret: ${name} } if it is a secret`;

describe("a text with ${NAME}", () => {
  it.each([
    [`${PROJECT}  description: \${SITE}\n`, "5:16", "project.description", "${SITE} is not replaced;", "SITE"],
    [
      `${PROJECT}  external_project_url: "https://\${HOST}/x"\n`,
      "5:25",
      "project.external_project_url",
      "${HOST} is not replaced; put the whole value into one variable, and",
      "HOST",
    ],
    [
      `${PROJECT}  cookie_whitelist:\n    - a\n    - \${B_2}\n`,
      "7:7",
      "project.cookie_whitelist[1]",
      "${B_2} is not replaced;",
      "B_2",
    ],
    [
      component("  edgee/ga4:\n    settings: { a: '${GA}' }\n"),
      "7:20",
      "components.edgee/ga4.settings.a",
      "${GA} is not replaced;",
      "GA",
    ],
  ])("is a warning at its value: %j", (text, position, path, problem, name) => {
    expect(problemsOf(text)).toEqual([`${position}: warning: ${path}: ${problem} ${advice(name)}`]);
  });

  it.each(["$NAME", "${}", "${1}", "$ {NAME}", "{NAME}", "${{ secrets.NAME }}", "$(NAME)"])(
    "is not meant by %j",
    (text) => {
      expect(good(`${PROJECT}  description: '${text}'\n`).project.declared.description).toBe(text);
    },
  );

  it("is kept as it is, also from a variable", () => {
    const environment = { TEXT: "${NAME}" };
    const file = good(`${PROJECT}  description: { env: TEXT }\n`, { environment });
    expect(file.project.declared.description).toBe("${NAME}");
  });

  it("does not hide an error about the same value", () => {
    expect(problemsOf(`${PROJECT}domains: ["\${HOST}"]\n`)).toEqual([expect.stringMatching(/^5:11: error: domains/)]);
  });
});
