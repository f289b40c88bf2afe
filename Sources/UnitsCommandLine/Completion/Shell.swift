// The shells' scripts. Each hands the words up to the cursor to `unitsctl complete` and shows what
// comes back.

/// A shell that can complete our programs' words.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script, complete for all programs.
  package var completionScript: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let names = Program.installed.map(\.rawValue).joined(separator: " ")

  private static let bashScript = #"""
    # bash: completion of \#(names), made by `unitsctl completions bash`.

    _unitsctl() {
      local rest=${COMP_LINE:0:COMP_POINT} words=() word= part= head= quote= i
      # COMP_WORDS is cut at = and : too; what no blank parts is one word here.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        if [[ $rest == [[:blank:]]* ]]; then
          words+=("${word//[\\\'\"]/}")
          word=
          rest=${rest#"${rest%%[![:blank:]]*}"}
        fi
        part=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || part=$rest
        word+=$part
        rest=${rest#"$part"}
      done
      # What bash does not replace is left out of the candidates.
      [[ $part == [=:] ]] && part=
      case $word in
        [\'\"]*) quote=${word:0:1} word=${word:1} ;;
        *) head=${word:0:${#word}-${#part}} head=${head//\\/} word=${word//\\/} ;;
      esac
      local helper=unitsctl kind kept text
      [[ $1 == */* ]] && helper=${1%/*}/unitsctl
      helper=${helper/#\~/$HOME}
      COMPREPLY=()
      {
        IFS=$'\t' read -r kind kept
        while IFS=$'\t' read -r text _; do
          [[ $text == *= ]] && compopt -o nospace
          text=${text:${#head}}
          [[ $quote ]] || printf -v text %q "$text"
          COMPREPLY+=("$text")
        done
      } < <("$helper" complete "${1##*/}" -- "${words[@]:1}" "$word" 2>/dev/null)
      case $kind in
        files) compopt -o filenames && mapfile -t COMPREPLY < <(compgen -f -- "${word:${#head}}") ;;
        directories) compopt -o filenames && mapfile -t COMPREPLY < <(compgen -d -- "${word:${#head}}") ;;
      esac
    }

    complete -F _unitsctl \#(names)

    """#

  private static let zshScript = #"""
    #compdef \#(names)
    # zsh: completion of \#(names), made by `unitsctl completions zsh`.

    _unitsctl() {
      local helper=unitsctl line text
      local -a lines first plain open
      [[ $words[1] == */* ]] && helper=${~words[1]:h}/unitsctl
      lines=("${(@f)$("$helper" complete "$service" -- \
        "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      first=("${(@s:	:)lines[1]}")
      for line in "${(@)lines[2,-1]}"; do
        text=${line%%$'\t'*}
        line=${text//:/\\:}:${line#*$'\t'}
        if [[ $text == *= ]]; then open+=("$line"); else plain+=("$line"); fi
      done
      case $first[1] in
        files | directories)
          [[ -n $first[2] ]] && compset -P '*='
          if [[ $first[1] == files ]]; then _files; else _files -/; fi
          ;;
        *)
          local -i found=1
          (($#plain)) && _describe -V '' plain && found=0
          (($#open)) && _describe -V '' open -S '' && found=0
          return found
          ;;
      esac
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _unitsctl "$@"
    else
      compdef _unitsctl \#(names)
    fi

    """#

  private static let fishScript = #"""
    # fish: completion of \#(names), made by `unitsctl completions fish`.

    function __unitsctl_complete
      set -l words (commandline --current-process --cut-at-cursor --tokenize)
      set -l word (commandline --current-token --cut-at-cursor)
      set -l program (string split --right --max 1 / -- $words[1])
      set -l helper unitsctl
      if set -q program[2]
        set helper $program[1]/unitsctl
      end
      set -l name $program[-1]
      set -e words[1]
      set -l lines ($helper complete $name -- $words "$word" 2>/dev/null)
      set -l first (string split \t -- $lines[1])
      set -e lines[1]
      set -l rest (string sub --start (math 1 + (string length -- "$first[2]")) -- "$word")
      switch "$first[1]"
        case files
          for path in (__fish_complete_path "$rest")
            echo -- "$first[2]$path"
          end
        case directories
          for path in (__fish_complete_directories "$rest")
            echo -- "$first[2]$path"
          end
        case '*'
          string join \n -- $lines
      end
    end

    for program in \#(names)
      complete --command $program --no-files --arguments '(__unitsctl_complete)'
    end

    """#
}
