/** Wording of the model's check for contradictions. Slots are `{name}`; any change gets a new version. */
export const CHECK_TEMPLATES = {
  version: "check/v1",
  system:
    "You compare a text with statements that hold. You report contradictions only, in the form that you are asked for, and nothing else.",
  statements: "These statements hold:\n{lines}",
  text: 'The text:\n"""\n{text}\n"""',
  ask: "Which of these statements does the text contradict, so that both cannot be true at the same time? Something that the text leaves out, adds or says in other words is no contradiction. For each contradiction write one line:\nnumber of the statement | words of the statement that are contradicted | words of the text that contradict them | why, in at most ten words\nCopy both quotations exactly, letter by letter. If there is no contradiction, write only: none",
} as const;
