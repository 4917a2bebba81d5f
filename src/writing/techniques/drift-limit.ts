/** How far a draft may be from the author's texts. */
export interface DriftLimit {
  /** Largest distance that stays, 0–2. */
  readonly threshold: number;
  /**
   * Distance of a text.
   *
   * @param text - The text; one of those that `measure` was given, where there is a `measure`.
   * @returns 1 − cosine of its vector to the centre of the author's, 0–2.
   */
  distanceOf(text: string): number;
  /**
   * Works out the distances of texts, before they are asked for. @defaultValue they can be asked for at once
   *
   * @param texts - The texts.
   */
  measure?(texts: readonly string[]): Promise<void>;
}
