import type { MigrationStep } from "../../database/migration-step.ts";

/** Boards that take long to make, as they were made last. */
export const keptBoardsStep: MigrationStep = {
  name: "0302-kept-boards",
  up: async ({ schema }) => {
    await schema
      .createTable("keptBoards")
      .addColumn("challengeId", "text", (column) => column.notNull().references("challenges.id"))
      .addColumn("trackId", "text", (column) => column.notNull())
      .addColumn("metric", "text", (column) => column.notNull())
      .addColumn("part", "text", (column) => column.notNull())
      .addColumn("boardVersion", "bigint", (column) => column.notNull())
      .addColumn("maker", "text", (column) => column.notNull())
      .addColumn("inputs", "text", (column) => column.notNull())
      .addColumn("board", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("keptBoardsKey", ["challengeId", "trackId", "metric", "part"])
      .execute();
  },
};
