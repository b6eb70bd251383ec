import { z } from "zod";

/** Text that fits in one segment of a path. */
export const segmentText = z
  .string()
  .regex(
    /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u,
    "must not be empty, one dot or two, and have no slash and no control character",
  );
