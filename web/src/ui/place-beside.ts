const MARGIN = 8

/** Puts a box in the top layer below its anchor, or above where there is no room, always within the window. */
export function placeBeside(box: HTMLElement, anchor: HTMLElement | null): void {
  const around = anchor?.getBoundingClientRect()
  if (!around) return
  const { offsetWidth: width, offsetHeight: height } = box
  const below = around.bottom + 4
  const above = around.top - height - 4
  const top = below + height + MARGIN <= innerHeight || above < MARGIN ? below : above
  box.style.left = `${within(around.right - width, innerWidth - width)}px`
  box.style.top = `${within(top, innerHeight - height)}px`
}

const within = (wanted: number, room: number) => Math.max(MARGIN, Math.min(wanted, room - MARGIN))
