import { z } from "zod";

/**
 * Where an invited rater stands: the link waits (`invited`), is too old (`expired`) or was taken back
 * (`withdrawn`); somebody made an account with it (`accepted`), agreed to take part (`agreed`), has a
 * text now (`reading`), has none (`idle`), or is through (`done`).
 */
export const INVITATION_STATES = [
  "invited",
  "expired",
  "withdrawn",
  "accepted",
  "agreed",
  "reading",
  "idle",
  "done",
] as const;

/** One of the {@link INVITATION_STATES}. */
export type InvitationState = (typeof INVITATION_STATES)[number];

/** Somebody who was invited to a study, or rates in it without an invitation of its own. */
export interface StudyInvitation {
  /** Id of the link; absent for raters who came without one. */
  readonly id?: string;
  /** What the organiser wrote about whom it is for; empty for nothing. */
  readonly note: string;
  /** Name of the account; absent before there is one, and for deleted ones. */
  readonly name?: string;
  /** Where the person stands. */
  readonly state: InvitationState;
  /** When the link was made, in UTC milliseconds; absent without one. */
  readonly invitedAtMs?: number;
  /** When the link ends, in UTC milliseconds; absent once it was used. */
  readonly expiresAtMs?: number;
  /** Whole days since the person last took, answered or ended something; absent before the first. */
  readonly idleDays?: number;
}

/** `GET /studies/:id/invitations`: people and states; no marks, no counts, no pseudonyms. */
export interface StudyInvitations {
  /** Them, the latest first. */
  readonly items: readonly StudyInvitation[];
}

/** Schema of {@link StudyInvitations}. */
export const studyInvitationsSchema: z.ZodType<StudyInvitations> = z.strictObject({
  items: z.array(
    z.strictObject({
      id: z.exactOptional(z.string()),
      note: z.string(),
      name: z.exactOptional(z.string()),
      state: z.enum(INVITATION_STATES),
      invitedAtMs: z.exactOptional(z.number()),
      expiresAtMs: z.exactOptional(z.number()),
      idleDays: z.exactOptional(z.int()),
    }),
  ),
});

/** Body of `POST /studies/:id/invitations`: one link for each note. */
export interface InviteRatersRequest {
  /** Whom each link is for, in the organiser's words, 1 to 100 of them; may be empty. */
  readonly notes: readonly string[];
}

/** Schema of {@link InviteRatersRequest}. */
export const inviteRatersRequestSchema: z.ZodType<InviteRatersRequest> = z.strictObject({
  notes: z.array(z.string().trim().max(120)).min(1).max(100),
});
