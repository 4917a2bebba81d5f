import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RaterLease, RatingDimension } from "../../../records/index.ts";
import type { ApiFault } from "../../api/api-fault.ts";
import { VIEWER_KEY } from "../../api/viewer.ts";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { FormFault } from "../people/form-fault.tsx";
import type { AnswerState, AnswerStore } from "./answer-store.ts";
import { answerWords } from "./mark-words.ts";
import { leaseKey, useTakeLease } from "./rating-queries.ts";

/** What the notices of the reading page are given. */
export interface ReaderNoticesProps {
  /** The text. */
  readonly lease: RaterLease;
  /** What is judged. */
  readonly dimensions: readonly RatingDimension[];
  /** How the answers stand. */
  readonly state: AnswerState;
  /** Takes answers. */
  readonly store: AnswerStore;
}

/** What the reader has to know before going on: changes from elsewhere, and why nothing is sent. */
export function ReaderNotices(props: ReaderNoticesProps): ReactNode {
  const { state, store, dimensions } = props;
  const { news, halted } = state;
  const labelOf = (id: string): string =>
    dimensions.find((dimension) => dimension.id === id)?.label ?? id;
  return (
    <>
      {news.length > 0 && (
        <div role="status" data-news>
          <Notice tone="warn" title="Changed in another tab or on another device">
            <ul>
              {news.map(({ dimension, before, now }) => (
                <li key={dimension}>
                  {labelOf(dimension)}: {answerWords(before)} → <strong>{answerWords(now)}</strong>
                </li>
              ))}
            </ul>
            <Button small className="mt-2" onClick={store.dismissNews}>
              I have seen it
            </Button>
          </Notice>
        </div>
      )}
      {halted !== undefined && <Halted {...props} fault={halted} />}
    </>
  );
}

function Halted(props: ReaderNoticesProps & { readonly fault: ApiFault }): ReactNode {
  const { fault, store } = props;
  if (fault.code === "lease-expired") return <LeaseOver {...props} />;
  const isSignedOut = fault.status === 401 || fault.code === "missing-csrf-token";
  if (isSignedOut) return <SignedOut store={store} />;
  return (
    <div role="alert">
      <Notice tone="warn" title="Nothing is sent at the moment">
        <p>{fault.message} Your answers are kept on this device.</p>
        <Button small className="mt-2" onClick={store.resume}>
          Try again
        </Button>
      </Notice>
    </div>
  );
}

function SignedOut({ store }: { readonly store: AnswerStore }): ReactNode {
  const client = useQueryClient();
  const goOn = async (): Promise<void> => {
    await client.refetchQueries({ queryKey: VIEWER_KEY });
    store.resume();
  };
  return (
    <div role="alert">
      <Notice tone="warn" title="You are signed out">
        <p>Your answers are kept on this device. Sign in in another tab, and go on here.</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button small asChild>
            <Link to="/sign-in" target="_blank">
              Sign in (new tab)
            </Link>
          </Button>
          <Button
            small
            onClick={() => {
              goOn().catch(() => undefined);
            }}
          >
            Go on
          </Button>
        </div>
      </Notice>
    </div>
  );
}

/** The time for a text is over: it can be taken up again while nobody else has it. */
export function LeaseOver({
  lease,
  store,
}: Pick<ReaderNoticesProps, "lease"> & { readonly store?: AnswerStore }): ReactNode {
  const { id, studyId } = lease;
  const client = useQueryClient();
  const take = useTakeLease(studyId);
  const navigate = useNavigate();
  const again = async (): Promise<void> => {
    const reply = await take.mutateAsync();
    if (reply.lease?.id !== id) {
      await navigate({ to: "/rate/$studyId", params: { studyId } });
      return;
    }
    store?.resume();
    await client.invalidateQueries({ queryKey: leaseKey(id) });
  };
  return (
    <div role="alert" className="grid gap-2">
      <Notice tone="warn" title="The time for this text is over">
        <p>
          Your answers are kept. You can take the text up again as long as nobody else reads it now.
        </p>
        <Button
          small
          className="mt-2"
          busy={take.isPending}
          onClick={() => {
            again().catch(() => undefined);
          }}
        >
          Take it up again
        </Button>
      </Notice>
      <FormFault error={take.error} />
    </div>
  );
}
