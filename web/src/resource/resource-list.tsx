import { ApiError } from '@switchboard/client'
import { Ellipsis, X } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { Pager } from '../ui/pager.tsx'
import { SectionPage } from '../ui/section-page.tsx'
import { SelectRow, Table } from '../ui/table.tsx'
import { showToast } from '../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../ui/view-states.tsx'
import { BulkDialog, BulkEditDialog } from './bulk-dialog.tsx'
import { FilterFields } from './filter-fields.tsx'
import styles from './resource.module.css'
import type { BulkAction, Listing, OpenDialog, Resource, RowAction } from './resource.ts'
import { ResourceDialog } from './resource-dialog.tsx'
import { type Rows, useRows } from './use-rows.ts'

interface ResourceListProps<Item, Input extends object> {
  resource: Resource<Item, Input>
  /** What it is part of: a page of its own, or a card. */
  frame?: ComponentType<{ title: string; intro?: ReactNode; actions?: ReactNode; children: ReactNode }>
}

interface Opened<Item> {
  dialog: string
  /** none: a dialog of the page */
  item?: Item
}

/** A list with search, pages, an empty state and bulk actions, as a section declares it. */
export function ResourceList<Item extends object, Input extends object>(
  props: ResourceListProps<Item, Input>,
) {
  const { resource, frame: Frame = SectionPage } = props
  const rows = useRows(resource)
  const selection = useSelection<Item>((item) => String(resource.idOf(item)))
  const [opened, setOpened] = useState<Opened<Item>>()
  const open = (item: Item, dialog: string) => setOpened({ item, dialog })
  const { create } = resource
  const add = create && (
    <Button
      icon={create.icon}
      look={create.look ?? 'primary'}
      size={create.size ?? 'medium'}
      onClick={() => setOpened({ dialog: 'new' })}
    >
      {create.label}
    </Button>
  )
  const buttons = resource.buttons?.((dialog) => setOpened({ dialog }))
  // A short sentence instead of an empty state has no room for the button.
  const isAddAbove = !rows.isEmpty || isBare(resource.empty)
  const isShown = rows.items !== undefined && rows.items.length > 0
  return (
    <Frame
      title={resource.title}
      intro={resource.intro}
      actions={
        (buttons || (add && isAddAbove)) && (
          <>
            {buttons}
            {isAddAbove && add}
          </>
        )
      }
    >
      {resource.above}
      {resource.filters && (resource.pages || !rows.isEmpty) && (
        <FilterFields filters={resource.filters} words={resource.filterWords} rows={rows} />
      )}
      {resource.bulk && <BulkBar nameOf={resource.nameOf} bulk={resource.bulk} selection={selection} />}
      {rows.error !== null && <ErrorState error={rows.error} onRetry={rows.reload} />}
      {rows.error === null && !rows.items && <LoadingState />}
      {rows.items?.length === 0 && <Nothing resource={resource} rows={rows} action={!isAddAbove && add} />}
      {isShown && resource.count && (
        <p className={styles.count} role="status">
          {resource.count(rows.total)}
        </p>
      )}
      {isShown && resource.view?.(rows.items!, { open, filter: rows.change })}
      {isShown && resource.columns && (
        <ResourceTable
          resource={resource}
          selectable={Boolean(resource.bulk)}
          items={rows.items!}
          selection={selection}
          open={open}
        />
      )}
      {isShown && <Pager page={rows.page} pages={rows.pages} onTurn={rows.onTurn} />}
      {isShown && resource.below}
      {opened && <OpenedDialog resource={resource} opened={opened} rows={rows} onOpen={setOpened} />}
    </Frame>
  )
}

interface NothingProps<Item> {
  resource: Listing<Item>
  rows: Rows<Item>
  action: ReactNode
}

function Nothing<Item>({ resource, rows, action }: NothingProps<Item>) {
  const nothing = (!rows.isEmpty && resource.noMatch?.(rows.values)) || resource.empty
  const { title, hint, icon } = nothing
  if (isBare(nothing)) return <p>{title}</p>
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {hint}
    </EmptyState>
  )
}

const isBare = ({ icon, hint }: Listing<unknown>['empty']) => !icon && !hint

interface ResourceTableProps<Item> {
  resource: Listing<Item>
  selectable: boolean
  items: readonly Item[]
  selection: Selection<Item>
  open: (item: Item, dialog: string) => void
}

function ResourceTable<Item>(props: ResourceTableProps<Item>) {
  const { resource, selectable, items, selection, open } = props
  const { columns = [], actions } = resource
  return (
    <Table
      label={resource.label ?? resource.title}
      selection={
        selectable
          ? {
              label: t.resource.bulk.selectAll,
              state: selection.state(items),
              onToggle: () => selection.toggleAll(items),
            }
          : undefined
      }
      headings={[...columns.map(({ heading }) => heading), ...(actions ? [''] : [])]}
    >
      {items.map((item) => {
        const openIt: OpenDialog = (dialog) => open(item, dialog)
        return (
          <tr key={resource.idOf(item)} className={resource.rowClass?.(item) || undefined}>
            {selectable && (
              <SelectRow
                label={t.resource.bulk.select(resource.nameOf(item))}
                checked={selection.has(item)}
                onToggle={() => selection.toggle(item)}
              />
            )}
            {columns.map(({ heading, cell, labelled = false, wide, className }, index) => {
              const hasLabel = typeof labelled === 'function' ? labelled(item) : labelled
              return (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order
                  key={index}
                  className={className}
                  {...(hasLabel && { 'data-label': heading })}
                  {...(wide && { 'data-wide': true })}
                >
                  {cell(item, openIt)}
                </td>
              )
            })}
            {actions && (
              <td className={styles.rowActions}>
                <RowActions groups={actions(item, openIt)} menu={resource.menu?.(item)} />
              </td>
            )}
          </tr>
        )
      })}
    </Table>
  )
}

/** What can be done with one thing: a menu with a name, or buttons. */
export function RowActions({
  groups,
  menu,
}: {
  groups: readonly (readonly RowAction[])[]
  menu?: string | undefined
}) {
  const shown = groups.map((actions) =>
    actions.map((action) => ({ ...action, onChoose: () => void run(action) })),
  )
  if (shown.flat().length === 0) return null
  if (menu !== undefined) return <Menu label={menu} icon={<Ellipsis />} groups={shown} />
  return shown.flat().map(({ label, icon, disabled, tooltip = label, onChoose }) => (
    <IconButton key={label} label={label} title={tooltip} disabled={disabled} onClick={onChoose}>
      {icon}
    </IconButton>
  ))
}

async function run({ onChoose }: RowAction): Promise<void> {
  try {
    await onChoose()
  } catch (error) {
    showToast(messageOf(error), 'danger')
  }
}

interface OpenedDialogProps<Item, Input extends object> {
  resource: Resource<Item, Input>
  rows: Rows<Item>
  opened: Opened<Item>
  onOpen: (opened: Opened<Item> | undefined) => void
}

function OpenedDialog<Item extends object, Input extends object>(props: OpenedDialogProps<Item, Input>) {
  const { resource, opened, rows, onOpen } = props
  const { idOf, form, remove, dialogs, pageDialogs } = resource
  const { dialog, item: known } = opened
  const close = () => onOpen(undefined)
  // It may have changed while the dialog is open. A new one may have a secret that the list does not have.
  const item = known && { ...known, ...rows.items?.find((one) => idOf(one) === idOf(known)) }
  const basics = { onClose: close, reload: rows.reload }
  const ofPage = !item && pageDialogs?.[dialog]
  if (ofPage) return ofPage(basics)
  const ofItem = item && dialogs?.[dialog]
  if (ofItem) return ofItem({ ...basics, item, open: (next, of) => onOpen({ dialog: next, item: of }) })
  if (form && (dialog === 'new' || dialog === 'edit'))
    return (
      <ResourceDialog
        key={item ? idOf(item) : ''}
        form={form}
        item={item}
        onClose={close}
        onSaved={(next) => {
          rows.reload()
          onOpen(next)
        }}
      />
    )
  if (!remove || !item) return null
  return (
    <ConfirmDialog
      title={remove.title(item)}
      confirm={remove.confirm ?? t.ui.delete}
      onConfirm={async () => {
        await remove.run(item).catch(acceptGone).finally(rows.reload)
        if (remove.done) showToast(remove.done(item))
      }}
      onClose={close}
    >
      {remove.text(item)}
    </ConfirmDialog>
  )
}

/** Somebody else has deleted it already. */
function acceptGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

interface BulkBarProps<Item, Input> {
  nameOf: (item: Item) => string
  bulk: readonly BulkAction<Item, Input>[]
  selection: Selection<Item>
}

/** What can be done with the selected rows. */
function BulkBar<Item, Input extends object>({ nameOf, bulk, selection }: BulkBarProps<Item, Input>) {
  const [asked, setAsked] = useState<string>()
  const { items } = selection
  const action = bulk.find(({ label }) => label === asked)
  const dialog = action && {
    title: action.title(items.length),
    items,
    nameOf,
    onDone: selection.keep,
    onClose: () => setAsked(undefined),
  }
  return (
    <>
      {items.length > 0 && (
        <section className={styles.bar} aria-label={t.resource.bulk.label}>
          <IconButton label={t.resource.bulk.clear} onClick={() => selection.keep([])}>
            <X />
          </IconButton>
          <strong role="status">{t.resource.bulk.selected(items.length)}</strong>
          <span className={styles.actions}>
            {bulk.map(({ label, icon, look }) => (
              <Button
                key={label}
                size="small"
                look={look ?? 'plain'}
                icon={icon}
                onClick={() => setAsked(label)}
              >
                {label}
              </Button>
            ))}
          </span>
        </section>
      )}
      {dialog && action.fields && <BulkEditDialog {...dialog} fields={action.fields} save={action.work} />}
      {dialog && !action.fields && (
        <BulkDialog
          {...dialog}
          confirm={action.label}
          look={action.look ?? 'primary'}
          work={(item) => action.work(item, {})}
        >
          {action.text}
        </BulkDialog>
      )}
    </>
  )
}

interface Selection<Item> {
  items: readonly Item[]
  has(item: Item): boolean
  toggle(item: Item): void
  /** For the box of all rows on the page. */
  state(shown: readonly Item[]): 'none' | 'some' | 'all'
  toggleAll(shown: readonly Item[]): void
  /** Only these stay selected: the others were dealt with. */
  keep(items: readonly Item[]): void
}

/** What is selected in a list, on all its pages. */
function useSelection<Item>(idOf: (item: Item) => string): Selection<Item> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map())
  const mapOf = (items: readonly Item[]) => new Map(items.map((item) => [idOf(item), item]))
  function state(shown: readonly Item[]) {
    const count = shown.filter((item) => chosen.has(idOf(item))).length
    return count === 0 ? 'none' : count < shown.length ? 'some' : 'all'
  }
  return {
    items: [...chosen.values()],
    has: (item) => chosen.has(idOf(item)),
    toggle(item) {
      const next = new Map(chosen)
      if (!next.delete(idOf(item))) next.set(idOf(item), item)
      setChosen(next)
    },
    state,
    toggleAll(shown) {
      const next = new Map(chosen)
      if (state(shown) === 'all') for (const item of shown) next.delete(idOf(item))
      else for (const item of shown) next.set(idOf(item), item)
      setChosen(next)
    },
    keep: (items) => setChosen(mapOf(items)),
  }
}
