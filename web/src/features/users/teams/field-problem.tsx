/** A message below a field that has no input of Bootstrap before it. */
export const FieldProblem = ({ text }: { text: string | undefined }) =>
  text ? <div className="invalid-feedback d-block">{text}</div> : null;
