import { useMutation } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import {
  type AutocorrelationRequest,
  type AutocorrelationView,
  autocorrelationViewSchema,
} from "../../../records/index.ts";
import { sendChange } from "../../api/client.ts";
import { Card } from "../../design/card.tsx";
import { PageHeader } from "../../design/page-header.tsx";
import { EmptyState, ErrorPanel, Skeleton } from "../../design/states.tsx";
import { AutocorrelationForm } from "./autocorrelation-form.tsx";
import { AutocorrelationTable } from "./autocorrelation-table.tsx";

// Charts are most of the bundle: they come with the first result.
const AutocorrelationPlot = lazy(() =>
  import("./autocorrelation-plot.tsx").then((module) => ({ default: module.AutocorrelationPlot })),
);

/** The autocorrelation lab: texts in, curves out. Nothing is kept. */
export function AutocorrelationPage(): ReactNode {
  const measuring = useMutation({
    mutationFn: (body: AutocorrelationRequest) =>
      sendChange({ method: "POST", path: "/gapelmaper", body, schema: autocorrelationViewSchema }),
  });
  return (
    <>
      <PageHeader
        title="Autocorrelation"
        hint="How the likeness of words falls with their distance. In texts of people it falls slowly, by a power law; below 1 the power law fits better than the exponential one."
      />
      <div className="grid items-start gap-6 lg:grid-cols-[24rem_1fr] [&>*]:min-w-0">
        <AutocorrelationForm
          busy={measuring.isPending}
          onMeasure={(body) => measuring.mutate(body)}
        />
        <div className="grid gap-6 [&>*]:min-w-0" aria-live="polite">
          {measuring.isPending && <Working />}
          {measuring.error !== null && (
            <ErrorPanel error={measuring.error} what="The texts could not be measured" />
          )}
          {measuring.data !== undefined && !measuring.isPending && <Result view={measuring.data} />}
          {measuring.status === "idle" && (
            <EmptyState title="No curves yet">
              <p>
                Paste a text, or choose files. Values need about 20,000 words; from 2,000 words on
                they can be given as a hint.
              </p>
            </EmptyState>
          )}
        </div>
      </div>
    </>
  );
}

function Working(): ReactNode {
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        Measuring. The first time, word vectors are made ready, which takes a minute.
      </p>
      <Skeleton lines={6} />
    </div>
  );
}

function Result({ view }: { readonly view: AutocorrelationView }): ReactNode {
  const drawn = view.curves.filter(({ record }) => record.curve.length > 0);
  return (
    <>
      {drawn.length > 0 && (
        <Card
          title="Curves"
          hint="Both axes are logarithmic; dashed: the power law, dotted: the exponential one."
        >
          <Suspense fallback={<Skeleton lines={8} />}>
            <AutocorrelationPlot curves={drawn} />
          </Suspense>
        </Card>
      )}
      <Card flush title="Values">
        <AutocorrelationTable curves={view.curves} />
      </Card>
    </>
  );
}
