/** Wording of what a prompt says about an author's style. Slots are `{name}`; any change gets a new version. */
export const VOICE_TEMPLATES = {
  version: "voice/v1",
  sentences: "Write sentences of {low} to {high} words and paragraphs of about {paragraph} words.",
  persons: {
    I: "Speak as I.",
    we: "Speak as we.",
    you: "Speak to the reader as you.",
    others: "Speak of others, not of yourself.",
  },
  contractions: {
    often: "Use contractions.",
    never: "Use no contractions.",
  },
  often: "Use {marks} often.",
  never: "Use no {marks}.",
  openings: "Sentences often begin: {items}.",
  connectives: "Link with: {items}.",
  words: "Words of this author: {items}.",
  keywords: "Where it fits, use these words: {items}",
  marks: {
    semicolon: "semicolons",
    colon: "colons",
    dash: "dashes",
    exclamation: "exclamation marks",
    question: "questions",
    parenthesis: "parentheses",
  },
} as const;
