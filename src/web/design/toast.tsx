import { Toast as Parts } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { classNames } from "./class-names.ts";

/** News that needs no answer. */
export interface ToastNews {
  /** What happened. */
  readonly title: string;
  /** More about it. */
  readonly text?: string;
  /** Whether it is good or bad news. @defaultValue "good" */
  readonly tone?: "good" | "bad";
}

type Show = (news: ToastNews) => void;

const ToastContext = createContext<Show>(() => undefined);

/**
 * Shows news at the edge of the window; a screen reader says them.
 *
 * @returns What shows them.
 */
export function useToast(): Show {
  return useContext(ToastContext);
}

/** Holds the news of everything below it. */
export function ToastHolder({ children }: { readonly children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<readonly (ToastNews & { readonly id: number })[]>([]);
  const show = useCallback<Show>((news) => {
    setShown((before) => [...before.slice(-2), { ...news, id: (before.at(-1)?.id ?? 0) + 1 }]);
  }, []);
  const remove = useCallback((id: number) => {
    setShown((before) => before.filter((news) => news.id !== id));
  }, []);
  const context = useMemo(() => show, [show]);
  return (
    <ToastContext value={context}>
      <Parts.Provider duration={8000} label="News">
        {children}
        {shown.map((news) => (
          <ToastItem key={news.id} news={news} onClose={() => remove(news.id)} />
        ))}
        <Parts.Viewport className="fixed right-4 bottom-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2 no-print" />
      </Parts.Provider>
    </ToastContext>
  );
}

function ToastItem({
  news,
  onClose,
}: {
  readonly news: ToastNews;
  readonly onClose: () => void;
}): ReactNode {
  const isBad = news.tone === "bad";
  return (
    <Parts.Root
      type={isBad ? "foreground" : "background"}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className={classNames(
        "flex items-start justify-between gap-3 rounded-card border bg-surface p-4 shadow-floating",
        isBad ? "border-bad" : "border-line",
      )}
    >
      <div>
        <Parts.Title className="font-semibold">{news.title}</Parts.Title>
        {news.text !== undefined && (
          <Parts.Description className="text-small text-muted">{news.text}</Parts.Description>
        )}
      </div>
      <Parts.Close className="min-h-8 px-2 text-small text-muted hover:text-ink" aria-label="Close">
        ✕
      </Parts.Close>
    </Parts.Root>
  );
}
