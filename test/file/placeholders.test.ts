import { describe, expect, it } from "vitest";
import { good, PROJECT } from "./load.ts";

describe("a text with ${NAME}", () => {
  it.each(["$NAME", "${}", "${1}", "$ {NAME}", "{NAME}", "${{ secrets.NAME }}", "$(NAME)"])(
    "is not meant by %j",
    (text) => {
      expect(good(`${PROJECT}  description: '${text}'\n`).project.declared.description).toBe(text);
    },
  );
});
