// Lists that follow what is going on.

/** Scrolls a list so that one of its children is in sight; a child that is in sight moves nothing. */
export function keepInSight(list: HTMLElement, child: Element): void {
  const [outer, inner] = [list.getBoundingClientRect(), child.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    list.scrollTop += inner.top - outer.top - list.clientHeight / 2;
}
