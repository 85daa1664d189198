import type { AnyHandle } from '../../platform/database/any-handle.ts'

/** The bridge between chat and phones: the side of the chat. */
export async function createBridge(db: AnyHandle): Promise<void> {
  await db.schema
    .createTable('bridged_numbers')
    .addColumn('realm_id', 'bigint', (column) => column.notNull())
    .addColumn('stream_id', 'bigint', (column) => column.notNull())
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('after_message_id', 'bigint', (column) => column.notNull())
    .addColumn('after_position', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bridged_numbers_key', ['realm_id', 'stream_id'])
    .addUniqueConstraint('bridged_numbers_number', ['realm_id', 'number'])
    .execute()
  await db.schema
    .createTable('bridged_messages')
    .addColumn('realm_id', 'bigint', (column) => column.notNull())
    .addColumn('text_id', 'text', (column) => column.notNull())
    .addColumn('message_id', 'bigint', (column) => column.notNull())
    .addColumn('conversation_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('bridged_messages_key', ['realm_id', 'text_id'])
    .execute()
  await db.schema
    .createIndex('bridged_messages_conversation')
    .on('bridged_messages')
    .columns(['realm_id', 'conversation_id', 'message_id'])
    .execute()
  await db.schema
    .createIndex('bridged_messages_message')
    .on('bridged_messages')
    .columns(['realm_id', 'message_id'])
    .execute()
  await db.schema
    .createTable('bridge_positions')
    .addColumn('realm_id', 'bigint', (column) => column.primaryKey())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('call_statuses')
    .addColumn('realm_id', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('call_statuses_key', ['realm_id', 'user_id'])
    .execute()
}

/** The side of the telephony. */
export async function createSentMessages(db: AnyHandle): Promise<void> {
  await db.schema
    .createTable('sent_messages')
    .addColumn('company_id', 'bigint', (column) => column.notNull())
    .addColumn('text_id', 'text', (column) => column.notNull())
    .addColumn('message_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sent_messages_key', ['company_id', 'text_id'])
    .execute()
  await db.schema
    .createTable('sent_positions')
    .addColumn('company_id', 'bigint', (column) => column.primaryKey())
    .addColumn('message_id', 'bigint', (column) => column.notNull())
    .execute()
}
