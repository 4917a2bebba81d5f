import { Tabs as Parts } from "radix-ui";
import type { ReactNode } from "react";

/** One tab. */
export interface Tab {
  /** Stable name. */
  readonly id: string;
  /** Its words. */
  readonly label: ReactNode;
  /** What it shows. */
  readonly content: ReactNode;
}

/** Views of one thing, one at a time; arrow keys go from one to the next. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
}): ReactNode {
  return (
    <Parts.Root defaultValue={tabs[0]?.id ?? ""} className="grid gap-4 [&>*]:min-w-0">
      <Parts.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line no-print"
      >
        {tabs.map((tab) => (
          <Parts.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-11 border-b-2 border-transparent px-3 text-small font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {tabs.map((tab) => (
        <Parts.Content key={tab.id} value={tab.id}>
          {tab.content}
        </Parts.Content>
      ))}
    </Parts.Root>
  );
}
