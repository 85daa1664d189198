/** A dialog or a menu has its own keys. */
export function isSomethingOpen(): boolean {
  return document.querySelector('[role=dialog][data-open], [role=menu], [popover]:popover-open') !== null
}
