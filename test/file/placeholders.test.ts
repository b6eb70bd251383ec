import { describe, expect, it } from "vitest";
import { good, PROJECT } from "./load.ts";

describe("a text with ${NAME}", () => {
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
});
