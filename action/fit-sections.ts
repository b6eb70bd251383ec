import type { PlanItem } from "../core/plan/plan.ts";
import type { Row, ReportSection } from "./report-sections.ts";

/** Rows of a section that are shown at once. The others are folded away. */
const MOST = 20;

interface FitResult {
  /** Titles, and tables or lists of some rows. */
  readonly parts: readonly string[];
  readonly missing: number;
  /** The items that are shown with all that changes. */
  readonly shown: ReadonlySet<PlanItem | undefined>;
}

/** Renders what fits into `bytes`: first the open rows of all sections, then the folded ones. */
export function fitSections(all: readonly ReportSection[], bytes: number): FitResult {
  const sections = all.filter(({ rows }) => rows.length > 0);
  const written: Row[] = [];
  let left = bytes;
  const fit = ({ columns }: ReportSection, rows: readonly Row[], start = "", end = ""): string[] => {
    const head = columns === undefined ? start : `${start}${tableRow(columns)}${tableRow(columns.map(() => "-"))}`;
    const lines: string[] = [];
    // An empty line follows the part.
    let used = Buffer.byteLength(`${head}${end}\n`);
    for (const { cells } of rows) {
      const line = columns === undefined ? `- ${cells.join(": ")}\n` : tableRow(cells);
      used += Buffer.byteLength(line);
      if (used > left) break;
      lines.push(line);
    }
    if (lines.length === 0) return [];
    written.push(...rows.slice(0, lines.length));
    const part = `${head}${lines.join("")}${end}`;
    left -= Buffer.byteLength(`${part}\n`);
    return [part.trimEnd()];
  };
  const open = sections.map((section) => fit(section, section.rows.slice(0, section.most ?? MOST)));
  const folded = sections.map((section) => {
    const folds = Map.groupBy(section.rows.slice(section.most ?? MOST), ({ fold = "more" }) => fold);
    return [...folds].flatMap(([fold, rows]) =>
      fit(section, rows, `<details><summary>${fold} (${rows.length})</summary>\n\n`, "\n</details>\n"),
    );
  });
  return {
    parts: sections.flatMap(({ title, rows }, index) => [
      `### ${title} (${rows.length})`,
      ...(open[index] ?? []),
      ...(folded[index] ?? []),
    ]),
    missing: sections.reduce((sum, { rows }) => sum + rows.length, -written.length),
    shown: new Set(written.map(({ shows }) => shows)),
  };
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}
