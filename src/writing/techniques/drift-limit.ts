/** How far a draft may be from the author's texts. */
export interface DriftLimit {
  /** Largest distance that stays, 0–2. */
  readonly threshold: number;
  /**
   * Distance of a text.
   *
   * @param text - The text.
   * @returns 1 − cosine of its vector to the centre of the author's, 0–2.
   */
  distanceOf(text: string): number;
}
