/** One message of a conversation with a language model. */
export interface ChatMessage {
  /** Who speaks. */
  readonly role: "system" | "user" | "assistant";
  /** What is said. */
  readonly content: string;
}
