import { Dialog as Parts } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** What a dialog is given. */
export interface DialogProps {
  /** What opens it; absent where `open` is steered from outside. */
  readonly trigger?: ReactNode;
  /** Whether it is open. @defaultValue steered by the trigger */
  readonly open?: boolean;
  /** Is told when it opens or closes. */
  readonly onOpenChange?: (open: boolean) => void;
  /** Its heading. */
  readonly title: string;
  /** A sentence that says what it is about. */
  readonly description: string;
  /** What it holds. */
  readonly children?: ReactNode;
  /** Buttons, the one that does it last. */
  readonly actions?: ReactNode;
}

/** A question that has to be answered before anything else: focus stays inside, Escape closes it. */
export function Dialog(props: DialogProps): ReactNode {
  const { trigger, open, onOpenChange, title, description, children, actions } = props;
  const steering = {
    ...(open === undefined ? {} : { open }),
    ...(onOpenChange === undefined ? {} : { onOpenChange }),
  };
  return (
    <Parts.Root {...steering}>
      {trigger !== undefined && <Parts.Trigger asChild>{trigger}</Parts.Trigger>}
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Parts.Content className="fixed inset-x-4 top-16 z-50 mx-auto max-h-[80vh] max-w-xl overflow-y-auto rounded-card border border-line bg-surface p-6 shadow-floating">
          <Parts.Title className="text-title font-semibold">{title}</Parts.Title>
          <Parts.Description className="mt-1 text-muted">{description}</Parts.Description>
          {children !== undefined && <div className="mt-4">{children}</div>}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Parts.Close asChild>
              <Button tone="quiet">Close</Button>
            </Parts.Close>
            {actions}
          </div>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
