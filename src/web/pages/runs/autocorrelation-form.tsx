import { type ChangeEvent, type FormEvent, type ReactNode, useId, useState } from "react";
import { type AutocorrelationRequest, MAX_AUTOCORRELATION_TEXT } from "../../../records/index.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { CheckField, TextArea, TextField } from "../../design/field.tsx";
import { countFigure } from "../../design/figures.ts";

type GivenText = AutocorrelationRequest["texts"][number];

const MOST_TEXTS = 8;

interface AutocorrelationFormProps {
  /** Whether texts are being measured. */
  readonly busy: boolean;
  /** Measures texts. */
  readonly onMeasure: (request: AutocorrelationRequest) => void;
}

/** Takes texts by paste and by file. */
export function AutocorrelationForm({ busy, onMeasure }: AutocorrelationFormProps): ReactNode {
  const [texts, setTexts] = useState<readonly GivenText[]>([]);
  const [fault, setFault] = useState<string>();
  const [options, setOptions] = useState({ shuffle: true, allowShort: true });
  const add = (added: readonly GivenText[]): void => {
    setFault(faultOf([...texts, ...added]));
    if (faultOf([...texts, ...added]) === undefined) setTexts([...texts, ...added]);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onMeasure({ texts, ...options });
  };
  return (
    <Card title="Texts" hint="One to eight; they are measured here and not kept.">
      <div className="grid gap-6">
        <PasteField onAdd={(text) => add([text])} count={texts.length} />
        <FilesField onAdd={add} onFault={setFault} />
        {fault !== undefined && (
          <p role="alert" className="text-small font-medium text-bad">
            {fault}
          </p>
        )}
        <ChosenTexts
          texts={texts}
          onRemove={(gone) => setTexts(texts.filter((text) => text !== gone))}
        />
        <form onSubmit={submit} className="grid gap-4">
          <CheckField
            label="Shuffled copies, too"
            hint="What is left of a curve once the words are out of order."
            checked={options.shuffle}
            onChange={(event) => setOptions({ ...options, shuffle: event.target.checked })}
          />
          <CheckField
            label="Values of short texts"
            hint="From 2,000 words on; they are only a hint."
            checked={options.allowShort}
            onChange={(event) => setOptions({ ...options, allowShort: event.target.checked })}
          />
          <Button type="submit" tone="primary" busy={busy} disabled={texts.length === 0}>
            {busy ? "Measuring…" : "Measure"}
          </Button>
        </form>
      </div>
    </Card>
  );
}

function faultOf(texts: readonly GivenText[]): string | undefined {
  if (texts.length > MOST_TEXTS) return `At most ${MOST_TEXTS} texts can be measured at once.`;
  const long = texts.find(({ text }) => text.length > MAX_AUTOCORRELATION_TEXT);
  if (long !== undefined) {
    return `${long.name} is too long: at most ${countFigure(MAX_AUTOCORRELATION_TEXT)} characters.`;
  }
  const empty = texts.find(({ text }) => text.trim() === "");
  return empty === undefined ? undefined : `${empty.name} is empty.`;
}

interface PasteFieldProps {
  readonly onAdd: (text: GivenText) => void;
  readonly count: number;
}

function PasteField({ onAdd, count }: PasteFieldProps): ReactNode {
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const add = (): void => {
    onAdd({ name: name.trim() || `Text ${count + 1}`, text });
    setName("");
    setText("");
  };
  return (
    <div className="grid gap-3">
      <TextField
        label="Name"
        value={name}
        maxLength={200}
        placeholder={`Text ${count + 1}`}
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label="Text"
        hint="Paste it here."
        rows={6}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button onClick={add} disabled={text.trim() === ""}>
          Add this text
        </Button>
      </div>
    </div>
  );
}

interface FilesFieldProps {
  readonly onAdd: (texts: readonly GivenText[]) => void;
  readonly onFault: (fault: string) => void;
}

function FilesField({ onAdd, onFault }: FilesFieldProps): ReactNode {
  const id = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])];
    const input = event.target;
    readFiles(files)
      .then(onAdd, () => onFault("One of the files is not a text in UTF-8."))
      .finally(() => {
        // The same file may be chosen again.
        input.value = "";
      });
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-small font-medium">
        Or text files
      </label>
      <input
        id={id}
        type="file"
        multiple
        accept=".txt,.md,text/plain"
        onChange={choose}
        className="w-full text-small file:mr-3 file:min-h-11 file:rounded-small file:border file:border-edge file:bg-surface file:px-4 file:font-medium file:text-ink"
      />
    </div>
  );
}

async function readFiles(files: readonly File[]): Promise<readonly GivenText[]> {
  return Promise.all(
    files.map(async (file) => {
      const bytes = await file.arrayBuffer();
      return {
        name: file.name.slice(0, 200),
        text: new TextDecoder("utf-8", { fatal: true }).decode(bytes),
      };
    }),
  );
}

interface ChosenTextsProps {
  readonly texts: readonly GivenText[];
  readonly onRemove: (text: GivenText) => void;
}

function ChosenTexts({ texts, onRemove }: ChosenTextsProps): ReactNode {
  if (texts.length === 0) return null;
  return (
    <ul className="grid gap-2" aria-label="Texts to measure">
      {texts.map((text, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two texts may have one name
          key={place}
          className="flex items-center justify-between gap-3 rounded-small bg-sunken px-3 py-1"
        >
          <span className="min-w-0">
            <span className="block truncate text-small font-medium">{text.name}</span>
            <span className="text-mini text-muted">{countFigure(text.text.length)} characters</span>
          </span>
          <Button
            tone="quiet"
            small
            aria-label={`Remove ${text.name}`}
            onClick={() => onRemove(text)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
