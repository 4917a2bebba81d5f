import type { PlanNode } from "../../records/index.ts";

/** A plan tree, for looking things up. */
export class PlanTree {
  readonly #nodes = new Map<string, PlanNode>();
  readonly #children = new Map<string, PlanNode[]>();
  #root: PlanNode | undefined;
  #nextCreated = 0;
  #version = 0;
  #leaves: { readonly version: number; readonly nodes: readonly PlanNode[] } | undefined;

  /** The document; absent before the plan began. */
  get root(): PlanNode | undefined {
    return this.#root;
  }

  /** How many nodes there were ever; the next creation number. */
  get count(): number {
    return this.#nextCreated;
  }

  /** Grows with every change: what was worked out from an earlier version is to be worked out anew. */
  get version(): number {
    return this.#version;
  }

  /**
   * Adds a node, or puts a new version in place of the old one, which may have stood elsewhere.
   *
   * @param node - The node; its parent must be there.
   */
  put(node: PlanNode): void {
    const before = this.#nodes.get(node.id);
    if (before !== undefined && before.parent !== node.parent) this.#leaveParent(before);
    this.#version += 1;
    this.#nextCreated = Math.max(this.#nextCreated, node.created + 1);
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
   * Takes a node out. Those below it have to be taken out or moved by themselves.
   *
   * @param id - Its id; an unknown one changes nothing.
   */
  remove(id: string): void {
    const node = this.#nodes.get(id);
    if (node === undefined) return;
    this.#version += 1;
    this.#nodes.delete(id);
    this.#leaveParent(node);
  }

  #leaveParent({ id, parent }: PlanNode): void {
    const siblings = this.#children.get(parent ?? "") ?? [];
    this.#children.set(
      parent ?? "",
      siblings.filter((sibling) => sibling.id !== id),
    );
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
    if (this.#leaves?.version !== this.#version) {
      const nodes = this.inOrder().filter(({ level }) => level === "leaf");
      this.#leaves = { version: this.#version, nodes };
    }
    return [...this.#leaves.nodes];
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
