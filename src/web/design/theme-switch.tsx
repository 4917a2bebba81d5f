import { type ReactNode, useId, useState } from "react";

const CHOICES = [
  { id: "system", label: "System" },
  { id: "light", label: "Light" },
  { id: "dark", label: "Dark" },
] as const;

type Choice = (typeof CHOICES)[number]["id"];

const KEY = "longhand.theme";

function chosen(): Choice {
  const kept = localStorage.getItem(KEY);
  return kept === "dark" || kept === "light" ? kept : "system";
}

/** Light, dark, or as the system says. `theme.js` does the rest. */
export function ThemeSwitch(): ReactNode {
  const [choice, setChoice] = useState<Choice>(chosen);
  const id = useId();
  const choose = (next: Choice): void => {
    if (next === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    setChoice(next);
    dispatchEvent(new Event("longhand-theme"));
  };
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-small text-muted">
        Theme
      </label>
      <select
        id={id}
        value={choice}
        onChange={(event) => choose(event.target.value as Choice)}
        className="min-h-8 rounded-small border border-edge bg-surface px-2 text-small"
      >
        {CHOICES.map(({ id: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
