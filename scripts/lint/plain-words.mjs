/** Words that this field has better ones for, with those. */
const words = {
  answerer: 'dispatcher',
  bones: 'skeleton',
  errand: 'command or call context',
  footing: 'run-as',
  hearer: 'consumer or listener',
  hearers: 'consumers or listeners',
  stumble: 'failed attempt',
  surroundings: 'infrastructure',
  told: 'notified, published or reported',
  whoever: 'the user, the caller or the client',
};

const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

/** Reports such words in names and comments; names that begin with `most` must begin with `max`. */
export const plainWords = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { word: "Write {{better}} instead of '{{word}}'.", most: "Begin '{{name}}' with 'max'." },
  },
  create(context) {
    const check = (node, text) => {
      for (const word of wordsOf(text)) {
        if (Object.hasOwn(words, word))
          context.report({ loc: node.loc, messageId: 'word', data: { word, better: words[word] } });
      }
    };
    return {
      Program: () => context.sourceCode.getAllComments().forEach((comment) => check(comment, comment.value)),
      'VariableDeclarator > Identifier.id, FunctionDeclaration > Identifier.id, ClassDeclaration > Identifier.id, TSInterfaceDeclaration > Identifier.id, TSTypeAliasDeclaration > Identifier.id, PropertyDefinition > Identifier.key, MethodDefinition > Identifier.key, TSPropertySignature > Identifier.key'(
        node,
      ) {
        check(node, node.name);
        if (/^most[A-Z]/.test(node.name)) context.report({ node, messageId: 'most', data: { name: node.name } });
      },
    };
  },
};
