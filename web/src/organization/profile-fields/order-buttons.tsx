import { ArrowDown, ArrowUp } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import type { Column } from '../../resource/resource.ts'
import { o } from '../../texts/organization-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './order-buttons.module.css'

/** A column whose buttons change the order of a list. */
export const orderColumn = <Item extends { id: number }>(
  heading: string,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  onOrder: (ids: number[]) => Promise<unknown>,
): Column<Item> => ({
  heading,
  cell: (item) => (
    <OrderButtons
      name={nameOf(item)}
      index={items.findIndex(({ id }) => id === item.id)}
      ids={items.map(({ id }) => id)}
      onOrder={onOrder}
    />
  ),
})

/** Moves one thing of a list up or down. */
function OrderButtons({
  name,
  index,
  ids,
  onOrder,
}: {
  name: string
  index: number
  ids: readonly number[]
  /** Gets all ids in their new order. */
  onOrder: (ids: number[]) => Promise<unknown>
}) {
  async function move(to: number) {
    const order = [...ids]
    const [id] = order.splice(index, 1)
    order.splice(to, 0, id!)
    try {
      await onOrder(order)
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  return (
    <span className={styles.buttons}>
      <IconButton label={o.moveUp(name)} disabled={index === 0} onClick={() => void move(index - 1)}>
        <ArrowUp />
      </IconButton>
      <IconButton
        label={o.moveDown(name)}
        disabled={index === ids.length - 1}
        onClick={() => void move(index + 1)}
      >
        <ArrowDown />
      </IconButton>
    </span>
  )
}
