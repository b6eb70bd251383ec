import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, it } from "vitest";
import { Project } from "../../provider/index.ts";
import { projectFields } from "../../provider/resources/project-fields.ts";
import { camelCase } from "../../provider/pulumi/naming.ts";

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    // As an engine that keeps what was declared before.
    newResource: ({ name, inputs }) => ({ id: name, state: { description: "kept", ...inputs } }),
    call: () => ({}),
  });
});

function valueOf(output: pulumi.Output<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}

const args = { organizationId: "org_1", slug: "site", type: "mcp" } as const;

it("each field is an output: with its value if it is declared, else without one", async () => {
  const project = new Project("site", args);
  const fields = Object.keys(projectFields).map(camelCase);
  const outputs = fields.map((field) => Reflect.get(project, field));
  expect(fields.filter((_, index) => !pulumi.Output.isInstance(outputs[index]))).toEqual([]);
  expect(await valueOf(project.type)).toBe("mcp");
  expect(await valueOf(project.description)).toBeUndefined();
});

it("a value that the engine keeps is shown (ignoreChanges), and what a lookup finds", async () => {
  const ignoring = new Project("ignoring", args, { ignoreChanges: ["description"] });
  expect(await valueOf(ignoring.description)).toBe("kept");
  expect(await valueOf(Project.get("found", "prj_1").description)).toBe("kept");
});
