import {
  type BinaryOperationNode,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ValueListNode,
} from 'kysely'

/** PostgreSQL knows no empty list, where SQLite says what one would expect: nothing is in it. */
export class EmptyLists extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const isIn = isEmptyList(node.rightOperand) ? inOrNot(node.operator) : undefined
    if (isIn === undefined) super.visitBinaryOperation(node)
    else this.append(isIn ? 'false' : 'true')
  }
}

function isEmptyList(node: OperationNode): boolean {
  return (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0
}

function inOrNot(node: OperationNode): boolean | undefined {
  if (!OperatorNode.is(node)) return undefined
  return node.operator === 'in' ? true : node.operator === 'not in' ? false : undefined
}
