import type { PlanNode } from "../../records/index.ts";

/** A plan tree, for looking things up. */
export class PlanTree {
  readonly #nodes = new Map<string, PlanNode>();
  readonly #children = new Map<string, PlanNode[]>();
  #root: PlanNode | undefined;

  /** The document; absent before the plan began. */
  get root(): PlanNode | undefined {
    return this.#root;
  }

  /** How many nodes there are; the next creation number. */
  get count(): number {
    return this.#nodes.size;
  }

  /**
   * Adds a node, or puts a new version in place of the old one.
   *
   * @param node - The node; its parent must be there.
   */
  put(node: PlanNode): void {
    this.#nodes.set(node.id, node);
    if (node.parent === undefined) {
      this.#root = node;
      return;
    }
    const siblings = (this.#children.get(node.parent) ?? []).filter(({ id }) => id !== node.id);
    siblings.push(node);
    siblings.sort((left, right) => left.order - right.order);
    this.#children.set(node.parent, siblings);
  }

  /**
   * Finds a node.
   *
   * @param id - Its id.
   * @returns The node; `undefined` if there is none.
   */
  get(id: string): PlanNode | undefined {
    return this.#nodes.get(id);
  }

  /**
   * The children of a node.
   *
   * @param id - Its id.
   * @returns The children in reading order; none for a leaf.
   */
  childrenOf(id: string): readonly PlanNode[] {
    return this.#children.get(id) ?? [];
  }

  /**
   * All nodes above a node, the nearest first.
   *
   * @param node - The node.
   * @returns Its ancestors up to the document.
   */
  ancestorsOf(node: PlanNode): PlanNode[] {
    const above: PlanNode[] = [];
    for (let at = this.get(node.parent ?? ""); at !== undefined; at = this.get(at.parent ?? "")) {
      above.push(at);
    }
    return above;
  }

  /**
   * All nodes in reading order, parents before children.
   *
   * @returns The nodes.
   */
  inOrder(): PlanNode[] {
    const found: PlanNode[] = [];
    const walk = (node: PlanNode): void => {
      found.push(node);
      for (const child of this.childrenOf(node.id)) walk(child);
    };
    if (this.#root !== undefined) walk(this.#root);
    return found;
  }

  /**
   * All leaves in reading order.
   *
   * @returns The nodes of level `leaf`.
   */
  leaves(): PlanNode[] {
    return this.inOrder().filter(({ level }) => level === "leaf");
  }

  /**
   * Nodes that still need children.
   *
   * @returns Those without children that are no leaves.
   */
  unexpanded(): PlanNode[] {
    return [...this.#nodes.values()].filter(
      ({ id, level }) => level !== "leaf" && this.childrenOf(id).length === 0,
    );
  }
}
