import { useNavigate } from "@tanstack/react-router";
import { type ChangeEvent, type ReactNode, useId, useState } from "react";
import { type StudyFinding, studyFindingSchema } from "../../../../records/index.ts";
import { ApiFault } from "../../../api/api-fault.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { SelectField, TextArea } from "../../../design/field.tsx";
import { PageHeader } from "../../../design/page-header.tsx";
import { useChallenges } from "../../challenge/challenge-queries.ts";
import { FormFault } from "../../people/form-fault.tsx";
import { useNewStudy } from "./organiser-queries.ts";
import { parseStudyFile, type StudyFileFault } from "./parse-study-file.ts";

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

/** Makes a study from a file: checked here line by line, planned and scanned by the server. */
export function NewStudyPage(): ReactNode {
  const [source, setSource] = useState("");
  const [texts, setTexts] = useState(NO_TEXTS);
  const [challengeId, setChallengeId] = useState("");
  const [faults, setFaults] = useState<readonly StudyFileFault[]>([]);
  const make = useNewStudy();
  const navigate = useNavigate();
  const send = async (): Promise<void> => {
    const parsed = parseStudyFile(source, texts);
    setFaults("faults" in parsed ? parsed.faults : []);
    if ("faults" in parsed) return;
    const chosen = challengeId === "" ? {} : { challengeId };
    const { study } = await make.mutateAsync({ ...parsed.study, ...chosen });
    await navigate({ to: "/studies/$studyId", params: { studyId: study.id } });
  };
  return (
    <>
      <PageHeader
        title="New study"
        crumbs={[{ label: "Rating studies", to: "/studies" }]}
        hint="Nothing is shown to raters yet: you get the plan, advice on its power, and a list of traces that give writers away."
      />
      <Card title="Study file" hint="YAML or JSON: the file that “longhand rating plan” reads.">
        <div className="grid gap-6">
          <StudyFiles
            onRead={({ study, others }) => {
              if (study !== undefined) setSource(study);
              setTexts(new Map([...texts, ...others]));
            }}
            count={texts.size}
          />
          <TextArea
            label="Or paste it here"
            rows={16}
            spellCheck={false}
            value={source}
            onChange={(event) => setSource(event.target.value)}
            className="font-mono"
          />
          <ChallengeField value={challengeId} onChange={setChallengeId} />
          <Faults faults={faults} error={make.error} />
          <div>
            <Button
              tone="primary"
              busy={make.isPending}
              disabled={source.trim() === ""}
              onClick={() => {
                send().catch(() => undefined);
              }}
            >
              {make.isPending ? "Planning…" : "Check and plan it"}
            </Button>
          </div>
        </div>
      </Card>
    </>
  );
}

function ChallengeField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (challengeId: string) => void;
}): ReactNode {
  const { data } = useChallenges();
  if (data === undefined || data.items.length === 0) return null;
  return (
    <SelectField
      label="Challenge"
      hint="Whose texts are rated: its results then wait for this study. A study of the best submissions is made under “Organise” of the challenge."
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">None, or as the study file says</option>
      {data.items.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}

interface ReadFiles {
  readonly study: string | undefined;
  readonly others: readonly (readonly [string, string])[];
}

function StudyFiles({
  onRead,
  count,
}: {
  readonly onRead: (files: ReadFiles) => void;
  readonly count: number;
}): ReactNode {
  const id = useId();
  const [fault, setFault] = useState<string>();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    readFiles([...(target.files ?? [])]).then(
      (files) => {
        setFault(undefined);
        onRead(files);
      },
      () => setFault("One of the files is not a text in UTF-8."),
    );
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-small font-medium">
        Files
      </label>
      <p className="text-small text-muted">
        The study file, and the text files that it names.
        {count > 0 && ` ${count} text ${count === 1 ? "file is" : "files are"} at hand.`}
      </p>
      <input
        id={id}
        type="file"
        multiple
        accept=".yaml,.yml,.json,.txt,.md,text/plain"
        onChange={choose}
        className="w-full text-small file:mr-3 file:min-h-11 file:rounded-small file:border file:border-edge file:bg-surface file:px-4 file:font-medium file:text-ink"
      />
      {fault !== undefined && (
        <p role="alert" className="text-small font-medium text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

async function readFiles(files: readonly File[]): Promise<ReadFiles> {
  const read = await Promise.all(
    files.map(async (file) => {
      const bytes = await file.arrayBuffer();
      return [file.name, new TextDecoder("utf-8", { fatal: true }).decode(bytes)] as const;
    }),
  );
  const study = read.find(([name]) => /\.(?:ya?ml|json)$/i.test(name));
  return { study: study?.[1], others: read.filter((one) => one !== study) };
}

function Faults({
  faults,
  error,
}: {
  readonly faults: readonly StudyFileFault[];
  readonly error: Error | null;
}): ReactNode {
  const shown = faults.length > 0 ? faults : faultsOf(error);
  if (shown.length === 0) return <FormFault error={error} />;
  return (
    <div role="alert" className="grid gap-2 rounded-card border border-bad bg-bad-soft p-4">
      <p className="font-semibold text-bad">
        {shown.length === 1 ? "One fault keeps" : `${shown.length} faults keep`} this study from
        being planned.
      </p>
      <ul className="grid gap-1 text-small">
        {shown.map(({ line, message }) => (
          <li key={`${line ?? ""} ${message}`} className="grid gap-x-3 sm:grid-cols-[5rem_1fr]">
            <span className="font-mono text-muted">{line === undefined ? "" : `line ${line}`}</span>
            <span className="min-w-0 break-words">{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What only the server's plan finds: texts that are missing, pairs that are there twice. */
function faultsOf(error: Error | null): readonly StudyFileFault[] {
  const findings = error instanceof ApiFault ? error.details?.["findings"] : undefined;
  if (!Array.isArray(findings)) return [];
  return findings.flatMap((finding) => {
    const parsed = studyFindingSchema.safeParse(finding);
    return parsed.success ? [faultOf(parsed.data)] : [];
  });
}

function faultOf({ message }: StudyFinding): StudyFileFault {
  return { message };
}
