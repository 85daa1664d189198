/** A dialog or a menu has its own keys. */
export function isSomethingOpen(): boolean {
  return document.querySelector('dialog[open], [role=menu], [popover]:popover-open') !== null
}
