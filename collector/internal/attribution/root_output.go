package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// standingInRootOutput are calls whose output stands whole in the output logged on the root, in the order
// given. A word or a digit (a topic, a score) stands in an answer by chance: beside a longer output that
// stands there it names nothing, unless it is all that was logged.
func standingInRootOutput(run *model.Run, candidates []*model.RunCall) []*model.RunCall {
	if run.Root == nil {
		return nil
	}
	logged := run.Root.Output.Or(model.CapturedText{}).Text
	if TrimWhiteSpace(logged) == "" {
		return nil
	}
	texts := LoggedTexts(logged)
	whole := map[string]bool{}
	for _, text := range texts {
		whole[TrimWhiteSpace(text)] = true
	}
	var all []string
	stringsOf := map[*model.RunCall][]string{}
	for _, call := range candidates {
		strings := []string{TrimWhiteSpace(outputTextOf(call.Model))}
		if strings[0] == "" && call.Model.Output != nil {
			strings = argumentLeaves(call.Model.Output)
			for at := range strings {
				strings[at] = TrimWhiteSpace(strings[at])
			}
		}
		stringsOf[call] = strings
		all = append(all, strings...)
	}
	found := NewTextFinder(all).Standing(TextsAsContext(texts))
	var standing, telling []*model.RunCall
	for _, call := range candidates {
		stands, tells := false, false
		for _, text := range stringsOf[call] {
			stands = stands || found[text]
			tells = tells || (found[text] && (whole[text] || len(text) >= carriedMinBytes))
		}
		if stands {
			standing = append(standing, call)
		}
		if tells {
			telling = append(telling, call)
		}
	}
	if len(telling) > 0 {
		return telling
	}
	return standing
}
