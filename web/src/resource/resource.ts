import type { QueryKey, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '../api/telephony-api.ts'
import type { BulkField } from './bulk-dialog.tsx'
import type { FieldSpec, Option } from './draft-fields.tsx'
import type { Patch } from './pointers.ts'
import type { Draft } from './use-draft.ts'

/** What is typed and chosen above a list, by the names of its filters. Empty: everything. */
export type FilterValues = Readonly<Record<string, string>>

/** Which part of a list is shown. */
export interface ListState {
  page: number
  values: FilterValues
}

export interface Filter {
  name: string
  label: string
  hint?: string
  /** Of a check: `yes` or empty. */
  kind: 'search' | 'text' | 'date' | 'select' | 'check' | 'other'
  maxLength?: number
  options?: readonly Option[]
  initial?: string
  disabled?: boolean
  /** Of another kind: the field itself. */
  render?: (field: { label: string; value: string; onChange: (value: string) => void }) => ReactNode
}

export interface Column<Item> {
  /** Empty: a column of buttons. */
  heading: string
  cell: (item: Item, open: OpenDialog) => ReactNode
  /** On a phone, the heading stands beside the value. */
  labelled?: boolean | ((item: Item) => boolean)
  /** On a phone, the cell has a line of its own. */
  wide?: boolean
  className?: string | undefined
}

/** Opens `edit`, `delete`, or one of the dialogs of the resource. */
export type OpenDialog = (dialog: string) => void

/** A failure is shown as a notice. */
export interface RowAction {
  label: string
  icon: ReactNode
  look?: 'danger'
  disabled?: boolean
  /** The tooltip, such as why it is disabled. Without it, the label. */
  tooltip?: string | undefined
  onChoose: () => unknown
}

/** How a thing is created and changed. `Input`: what the call takes that creates it. */
export interface ResourceForm<Item, Input extends object> {
  title: (item: Item | undefined) => string
  size?: 'small' | 'medium' | 'large'
  /** The word on the button. */
  submit?: string
  /** Above the fields. */
  intro?: (item: Item | undefined) => ReactNode
  fields:
    | readonly FieldSpec<Input>[]
    | ((draft: Draft<Input>, item: Item | undefined) => readonly FieldSpec<Input>[])
  /** Whether it can be sent. */
  isReady?: (draft: Draft<Input>) => boolean
  create?: FormCreates<Item, Input>
  change?: {
    storedOf: (item: Item) => Input
    /** Gets the changes alone, and all values. */
    save: (item: Item, patch: Patch<Input>, input: Input) => Promise<unknown>
  }
  /** The notice afterwards; null: none. */
  saved?: ((input: Input) => string) | null
}

export type FormCreates<Item, Input> =
  | { fresh: Input; save: (input: Input) => Promise<unknown>; next?: never }
  /** The dialog that is opened for the new one. */
  | { fresh: Input; save: (input: Input) => Promise<Item>; next: string }

export interface BulkAction<Item, Input> {
  label: string
  icon: ReactNode
  look?: 'danger'
  title: (count: number) => string
  text?: ReactNode
  /** What can be set in all of them at once. */
  fields?: readonly BulkField<Input>[]
  work: (item: Item, patch: Patch<Input>) => Promise<unknown>
}

interface Emptiness {
  title: string
  hint?: ReactNode
  icon?: ReactNode
}

/** What a list needs that shows things. */
export type Listing<Item> = Omit<Resource<Item>, 'form' | 'bulk'>

/** A list of things of a kind, and the dialogs in which they are created, changed and deleted. */
export interface Resource<Item, Input extends object = object> {
  title: string
  intro?: ReactNode
  /** The accessible name of the table, if it is not the title. */
  label?: string

  /** Where the things come from: they are known, or loaded as a whole, or page by page. */
  items?: readonly Item[] | undefined
  query?: UseQueryResult<readonly Item[]>
  pages?: {
    key: QueryKey
    load: (wanted: {
      page: number
      values: FilterValues
      signal: AbortSignal
    }) => Promise<Page<Item[] | null>>
    refetchInterval?: number
  }
  idOf: (item: Item) => string | number
  nameOf: (item: Item) => string

  filters?: readonly Filter[]
  /** A page that keeps the state, so that the list is as it was when one comes back to it. */
  kept?: readonly [ListState | undefined, (state: ListState) => void]
  /** The accessible name of the filters, and the word that clears them. */
  filterWords?: { label: string; clear: string }
  /** Of a list that is not loaded page by page. */
  matches?: (item: Item, values: FilterValues) => boolean
  count?: (total: number) => string
  empty: Emptiness
  /** Nothing passes the filters. */
  noMatch?: (values: FilterValues) => Emptiness

  /** A table, or something else. */
  columns?: readonly Column<Item>[]
  rowClass?: (item: Item) => string | false | undefined
  view?: (
    items: readonly Item[],
    list: { open: (item: Item, dialog: string) => void; filter: (values: FilterValues) => void },
  ) => ReactNode
  /** At the end of a row. */
  actions?: (item: Item, open: OpenDialog) => readonly (readonly RowAction[])[]
  /** The name of the menu of actions; without it, they are buttons. */
  menu?: (item: Item) => string

  /** The button that creates one. */
  create?: { label: string; icon: ReactNode; look?: 'primary' | 'plain'; size?: 'small' } | false | undefined
  /** Other buttons of the page. */
  buttons?: (open: OpenDialog) => ReactNode
  form?: ResourceForm<Item, Input>
  remove?: {
    title: (item: Item) => string
    text: (item: Item) => ReactNode
    confirm?: string
    run: (item: Item) => Promise<unknown>
    /** The notice afterwards. */
    done?: (item: Item) => string
  }
  /** Other dialogs of a thing, by name. */
  dialogs?: Readonly<Record<string, (props: ResourceDialogProps<Item>) => ReactNode>>
  /** Dialogs of the page itself. One with the name `new` replaces the form for a new thing. */
  pageDialogs?: Readonly<Record<string, (props: PageDialogProps) => ReactNode>>
  bulk?: readonly BulkAction<Item, Input>[] | false

  /** Between the heading and the list. */
  above?: ReactNode
  /** Below a list that is not empty. */
  below?: ReactNode
}

export interface PageDialogProps {
  onClose: () => void
  /** Fetches the list again, after a change. */
  reload: () => void
}

export interface ResourceDialogProps<Item> extends PageDialogProps {
  item: Item
  open: (dialog: string, item: Item) => void
}
