"""Colours for .kenn files on the documentation site: a Pygments lexer, and the mkdocs hook that registers it."""

from pygments.lexer import RegexLexer, words
from pygments.lexers import LEXERS
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

__all__ = ["KennLexer"]  # Pygments reads it


class KennLexer(RegexLexer):
    """The knowledge language of kenn, see docs/language.md."""

    name = "kenn"
    aliases = ["kenn"]
    filenames = ["*.kenn"]
    tokens = {
        "root": [
            (r"\s+", Whitespace),
            (r"#.*", Comment.Single),
            (r'"(?:\\.|[^"\\\n])*"', String.Double),
            (words(("type", "predict", "given", "exclusive"), suffix=r"\b"), Keyword.Declaration),
            (words(("rule", "weight", "for", "in"), suffix=r"\b"), Keyword),
            (words(("and", "or", "not"), suffix=r"\b"), Operator.Word),
            (words(("forall", "exists"), suffix=r"\b"), Keyword.Reserved),
            (r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?", Number),
            (r"<->|->|!=|[!&|=¬∧∨→↔∀∃≠]", Operator),
            (r"[A-Za-z_]\w*(?=\s*\()", Name.Function),
            (r"[A-Z]\w*", Name.Class),
            (r"[A-Za-z_]\w*", Name.Variable),
            (r"[(){},:]", Punctuation),
        ],
    }


def on_startup(**_):
    """Makes Pygments find the lexer by its name."""
    LEXERS["KennLexer"] = (__name__, KennLexer.name, tuple(KennLexer.aliases), tuple(KennLexer.filenames), ())
