/** Runs tasks side by side, and holds back whoever brings them when enough are under way. */
export interface BoundedPool {
  /**
   * Starts a task once there is room.
   *
   * @param task - The work. An error of it stops the pool.
   * @throws What an earlier task threw.
   */
  admit(task: () => Promise<void>): Promise<void>;
  /**
   * Waits for all tasks.
   *
   * @throws What the first failing task threw.
   */
  drain(): Promise<void>;
}

/**
 * Makes a pool.
 *
 * @param width - Tasks at a time.
 * @returns The empty pool.
 */
export function boundedPool(width: number): BoundedPool {
  let running = 0;
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;

  const settled = async (done: () => boolean): Promise<void> => {
    while (!done()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const start = (task: () => Promise<void>): void => {
    running += 1;
    task()
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => {
        running -= 1;
        wake?.();
      });
  };

  return {
    admit: async (task) => {
      await settled(() => running < width || failure !== undefined);
      if (failure !== undefined) throw failure.error;
      start(task);
    },
    drain: async () => {
      await settled(() => running === 0);
      if (failure !== undefined) throw failure.error;
    },
  };
}
