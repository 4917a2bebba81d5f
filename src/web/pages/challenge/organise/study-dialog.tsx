import { type ReactNode, useId, useState } from "react";
import { parse } from "yaml";
import {
  type ChallengeStudies,
  type ChallengeStudyRequest,
  type ItemReference,
  itemReferenceSchema,
  type LineProblem,
  type StudyOffer,
  USUAL_STUDY_PROMPTS,
} from "../../../../records/index.ts";
import { ApiFault } from "../../../api/api-fault.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog } from "../../../design/dialog.tsx";
import { CheckField, SelectField, TextArea, TextField } from "../../../design/field.tsx";
import { countFigure } from "../../../design/figures.ts";
import { ErrorPanel } from "../../../design/states.tsx";
import { DropZone } from "../drop-zone.tsx";
import { ProblemList } from "../problem-list.tsx";
import { useMakeStudy } from "./organise-queries.ts";
import { readJsonLines } from "./read-json-lines.ts";

/** What the dialog is given. */
export interface StudyDialogProps {
  /** The challenge. */
  readonly challengeId: string;
  /** What can be made. */
  readonly studies: ChallengeStudies;
  /** Is told the study that was made. */
  readonly onMade: (studyId: string) => void;
}

interface Wishes {
  readonly track: string;
  readonly top: string;
  readonly prompts: string;
  readonly seed: string;
  readonly settings: string;
  readonly shown: boolean;
  readonly inPool: boolean;
}

interface ReadReferences {
  readonly name: string;
  readonly texts: readonly ItemReference[];
  readonly problems: readonly LineProblem[];
}

/** Makes a rating study of the best submissions; everything has a default. */
export function StudyDialog({ challengeId, studies, onMade }: StudyDialogProps): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const make = useMakeStudy(challengeId);
  const [first] = studies.offers;
  if (first === undefined) return null;
  return (
    <Dialog
      trigger={
        <Button tone="primary" disabled={!studies.frozen}>
          Make the rating study…
        </Button>
      }
      open={open}
      onOpenChange={(isOpen) => {
        make.reset();
        setOpen(isOpen);
      }}
      title="Make the rating study"
      description="A draft: you see its plan, its power and traces of writers before anybody rates. No member of a team ever gets that team’s texts."
      actions={
        <Button type="submit" form={id} tone="primary" busy={make.isPending}>
          {make.isPending ? "Planning…" : "Make the draft"}
        </Button>
      }
    >
      <StudyForm
        id={id}
        offers={studies.offers}
        first={first}
        error={make.error}
        onSend={(request) =>
          make.mutate(request, {
            onSuccess: ({ study }) => {
              setOpen(false);
              onMade(study.id);
            },
          })
        }
      />
    </Dialog>
  );
}

interface StudyFormProps {
  readonly id: string;
  readonly offers: readonly StudyOffer[];
  readonly first: StudyOffer;
  readonly error: Error | null;
  readonly onSend: (request: ChallengeStudyRequest) => void;
}

function StudyForm({ id, offers, first, error, onSend }: StudyFormProps): ReactNode {
  const [wishes, setWishes] = useState<Wishes>(() => wishesOf(first));
  const [references, setReferences] = useState<ReadReferences>();
  const [fault, setFault] = useState<string>();
  const offer = offers.find(({ track }) => track === wishes.track) ?? first;
  const set = (changed: Partial<Wishes>): void => setWishes({ ...wishes, ...changed });
  const send = (): void => {
    const settings = settingsOf(wishes.settings);
    setFault("fault" in settings ? settings.fault : undefined);
    if ("fault" in settings || (references?.problems.length ?? 0) > 0) return;
    onSend({
      ...requestOf(wishes, references?.texts ?? []),
      ...(settings.value === undefined ? {} : { settings: settings.value }),
    });
  };
  return (
    <form
      id={id}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {offers.length > 1 && (
        <SelectField
          label="Track"
          value={wishes.track}
          onChange={({ target }) => {
            const other = offers.find(({ track }) => track === target.value) ?? first;
            setWishes(wishesOf(other));
          }}
        >
          {offers.map(({ track, title }) => (
            <option key={track} value={track}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      <Sizes offer={offer} wishes={wishes} onChange={set} />
      <References references={references} wishes={wishes} onChange={set} onRead={setReferences} />
      <TextArea
        label="More settings"
        hint="Fields of a study file as YAML, for instance `raters: {maxHours: 6}` or `controls: …`. Most studies need none."
        rows={3}
        spellCheck={false}
        className="font-mono"
        value={wishes.settings}
        {...(fault === undefined ? {} : { error: fault })}
        onChange={({ target }) => set({ settings: target.value })}
      />
      <Findings error={error} />
    </form>
  );
}

function requestOf(
  { track, top, prompts, seed, shown, inPool }: Wishes,
  texts: readonly ItemReference[],
): ChallengeStudyRequest {
  return {
    track,
    top: Number(top),
    prompts: Number(prompts),
    ...(seed === "" ? {} : { seed: Number(seed) }),
    ...(texts.length === 0 ? {} : { reference: { shown, inPool, texts } }),
  };
}

interface PartProps {
  readonly wishes: Wishes;
  readonly onChange: (changed: Partial<Wishes>) => void;
}

function Sizes({ offer, wishes, onChange }: PartProps & { readonly offer: StudyOffer }): ReactNode {
  return (
    <div className="grid gap-4 sm:grid-cols-3 sm:items-end">
      <TextField
        label="Best submissions"
        type="number"
        required
        min={2}
        max={100}
        value={wishes.top}
        onChange={({ target }) => onChange({ top: target.value })}
      />
      <TextField
        label={`Of ${countFigure(offer.testItems)} test items`}
        type="number"
        required
        min={1}
        max={Math.min(1_000, Math.max(1, offer.testItems))}
        value={wishes.prompts}
        onChange={({ target }) => onChange({ prompts: target.value })}
      />
      <TextField
        label="Seed (optional)"
        type="number"
        min={0}
        value={wishes.seed}
        onChange={({ target }) => onChange({ seed: target.value })}
      />
    </div>
  );
}

function References({
  references,
  wishes,
  onChange,
  onRead,
}: PartProps & {
  readonly references: ReadReferences | undefined;
  readonly onRead: (references: ReadReferences) => void;
}): ReactNode {
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const { values, problems } = readJsonLines(await file.text(), itemReferenceSchema);
    onRead({ name: file.name, texts: values, problems });
  };
  return (
    <div className="grid gap-3">
      <DropZone
        label="Texts by people for comparison (optional)"
        hint={'JSON Lines: {"item": …, "text": …, "right": …}'}
        accept=".jsonl"
        onFiles={([file]) => {
          read(file).catch(() => undefined);
        }}
      />
      {references !== undefined && references.problems.length > 0 && (
        <ProblemList problems={references.problems} problemCount={references.problems.length} />
      )}
      {references !== undefined && references.problems.length === 0 && (
        <>
          <p className="text-small break-words">
            {references.name}: {countFigure(references.texts.length)} texts.
          </p>
          <CheckField
            label="Show them beside the rated text"
            checked={wishes.shown}
            onChange={({ target }) => onChange({ shown: target.checked })}
          />
          <CheckField
            label="Rate them, too, blinded as one more system"
            checked={wishes.inPool}
            onChange={({ target }) => onChange({ inPool: target.checked })}
          />
        </>
      )}
    </div>
  );
}

/** What keeps the study from being made, all of it. */
function Findings({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  const given = error instanceof ApiFault ? error.details?.["findings"] : undefined;
  const messages = Array.isArray(given)
    ? given.flatMap((finding: { readonly message?: unknown }) =>
        typeof finding.message === "string" ? [finding.message] : [],
      )
    : [];
  if (messages.length === 0) return <ErrorPanel error={error} what="The study was not made" />;
  return (
    <div role="alert" className="grid gap-2 rounded-card border border-bad bg-bad-soft p-4">
      <p className="font-semibold text-bad">The study was not made.</p>
      <ul className="grid gap-1 text-small break-words">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  );
}

function wishesOf({ track, top, testItems }: StudyOffer): Wishes {
  return {
    track,
    top: String(top),
    prompts: String(Math.max(1, Math.min(testItems, USUAL_STUDY_PROMPTS))),
    seed: "",
    settings: "",
    shown: true,
    inPool: false,
  };
}

type Settings =
  | { readonly value: Readonly<Record<string, unknown>> | undefined }
  | { readonly fault: string };

function settingsOf(source: string): Settings {
  if (source.trim() === "") return { value: undefined };
  try {
    const value: unknown = parse(source);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { value: value as Readonly<Record<string, unknown>> };
    }
    return { fault: "These are no fields: write `name: value`." };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : "This is no YAML." };
  }
}
