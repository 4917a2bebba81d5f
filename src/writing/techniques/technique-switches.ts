/** Switches of techniques that shape the prose, and what one of them works with. */
export interface Techniques {
  /** Whether anything of the profile is used; off, the text is written in no one's voice. @defaultValue true */
  readonly voice: boolean;
  /** Whether a prompt holds what is typical of the author's style, in short. @defaultValue true */
  readonly styleCard: boolean;
  /** Whether a prompt holds passages of the author's own. @defaultValue true */
  readonly exemplars: boolean;
  /** Whether likeness to the author's style counts among drafts. @defaultValue true */
  readonly styleScore: boolean;
  /** Whether each keyword is told to the part it fits best, and counted there. @defaultValue true */
  readonly keywords: boolean;
  /** Whether each prompt begins with lines for author, kind, title, language and opening. @defaultValue false */
  readonly prefix: boolean;
  /** Whether texts that have little to do with the profile are left out. @defaultValue false */
  readonly drift: boolean;
  /**
   * What vectors of texts come from that are compared for drift: `words` (tf-idf), or a model of sentence vectors
   * such as `onnx:all-minilm-l6-v2`. @defaultValue "words"
   */
  readonly driftVectors: string;
  /** Whether log-probabilities decide between drafts of nearly equal score. @defaultValue false */
  readonly logProbabilities: boolean;
  /**
   * Whether the tree keeps a bible: facts in prompts, in the score and in the checks. Off to measure what it
   * is worth. @defaultValue true
   */
  readonly bible: boolean;
  /** Whether the tree tells a part what is planned for the part after it. @defaultValue true */
  readonly nextBrief: boolean;
  /** Whether the tree tells a part which sentences stand in the text already. @defaultValue true */
  readonly alreadySaid: boolean;
}
