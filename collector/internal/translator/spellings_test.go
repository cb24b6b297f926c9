package translator_test

import "slices"

// Requests, responses, messages, documents and tool results in the spellings that clients write
// them: where random documents begin.
var spellings = slices.Concat(requestSpellings, responseSpellings, documentSpellings, toolSpellings, textSpellings)

// Messages: GenAI, OpenAI chat, Anthropic, Gemini, Bedrock, Responses, LangChain, AI SDK.
var requestSpellings = []string{
	`[{"role":"user","parts":[{"type":"text","content":"Where is my refund?"}]}]`,
	`[{"role":"system","parts":[{"type":"text","content":"Context:\n\nThe refund window is 30 days."}]},{"role":"user","parts":[{"type":"text","content":"How long?"},{"type":"blob","mime_type":"image/png","data":"AAAA"}],"name":"bob"}]`,
	`[{"role":"assistant","parts":[{"type":"reasoning","content":"hm"},{"type":"text","content":"30 days"}],"finish_reason":"stop"}]`,
	`[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"search","arguments":{"q":"refund","k":3}}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":{"results":[{"content":"A","url":"https://x.example/a"}]}}]}]`,
	`[{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","result":"[{\"id\":\"p1\",\"content\":\"B\"}]"}]}]`,
	`{"model":"gpt-5","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"Hi"},{"type":"image_url","image_url":{"url":"https://i.example"}}]}],"temperature":0.2,"max_completion_tokens":64,"stop":["\n"],"seed":7,"tools":[{"type":"function","function":{"name":"f"}}]}`,
	`{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"lookup","arguments":"{\"q\":\"x\"}"}}]},{"role":"tool","tool_call_id":"c1","content":"{\"results\":[]}"},{"role":"assistant","refusal":"I cannot"}]}`,
	`{"system":[{"type":"text","text":"You help."}],"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"found"}]},{"type":"document","source":{"type":"text","data":"doc"},"title":"T"},{"type":"search_result","content":[{"type":"text","text":"hit"}],"source":{"type":"content","content":"inner"}}]}],"max_tokens":100,"top_k":40}`,
	`{"contents":[{"role":"user","parts":[{"text":"Q"},{"functionResponse":{"name":"f","response":{"output":"r"}}},{"inlineData":{"mimeType":"image/png"}}]},{"role":"model","parts":[{"thought":true,"text":"t"},{"functionCall":{"name":"f","args":{"a":"b"}}}]}],"systemInstruction":{"parts":[{"text":"S"}]},"config":{"cachedContent":"c/1","tools":[{"googleSearch":{}}]}}`,
	`{"messages":[{"role":"user","content":[{"text":"bedrock"},{"toolResult":{"toolUseId":"u","content":[{"json":{"a":"b"}}]}},{"toolUse":{"toolUseId":"u","name":"n","input":{"x":1}}}]}],"system":[{"text":"sys"}]}`,
	`{"instructions":"Answer.","input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"Q"}]},{"type":"function_call","call_id":"k","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"k","output":"[1,\"two\"]"},{"type":"item_reference","id":"i"},{"type":"reasoning","summary":[{"type":"summary_text","text":"s"}]}],"previous_response_id":"resp_1","conversation":{"id":"conv_1"},"tools":[{"type":"file_search"}]}`,
	`{"input":"just text","instructions":"be kind"}`,
	`{"prompt":"complete me","suffix":null}`,
	`{"prompts":["one","two"]}`,
	`[[{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":"hello","additional_kwargs":{"tool_calls":[{"id":"z","function":{"name":"n","arguments":"{"}}]}}},{"id":["langchain","schema","AIMessageChunk"],"kwargs":{"content":[{"type":"text","text":"x"}],"tool_calls":[]}}]]`,
	`[["system","You are"],["human","Q"]]`,
	`[{"type":"human","data":{"content":"typed"}},{"type":"ai","content":"out"},{"type":"AIMessageChunk","content":"chunk"}]`,
	`{"input":{"role":"user","content":"single"},"thread_id":"t"}`,
	`{"messages":7,"input":"unused"}`,
	`{"contents":"text","config":{"systemInstruction":"S","cached_content":3}}`,
	`[{"role":"user","parts":[{"type":"text"}]}]`,
	`[{"role":"user","parts":[{"type":"text"},{"type":"tool_call_response","id":"c9"}]}]`,
	`[{"role":"user","content":[{"type":"document","source":{"type":"base64","data":"x"}},{"type":"search_result","content":[{"type":"tool_use"}]},{"type":"weird","note":"n","id":"i"},{"type":"weird","url":"u"}]}]`,
	`[{"role":"user","content":"\ud83d"},{"role":"user","contents":[{"message_content":{"type":"text","text":"oi"}}]}]`,
	`[{"id":["langchain","schema","SystemMessage"],"kwargs":{"content":"s"}},{"id":["x","ToolMessage"],"kwargs":{"content":"t","tool_call_id":"c"}},{"id":["ChatMessage"],"kwargs":{"content":"c","role":"Human"}},{"id":["FunctionMessage"],"kwargs":{"content":{"k":"v"},"name":"fn"}}]`,
	`[{"role":"assistant","function_call":{"name":"old","arguments":"{\"a\":\"b\"}"}}]`,
	`[{"role":"ÄSSİSTANT","content":"x"},{"role":"ΣΟΦΟΣ","content":"y"},{"role":"BOT","content":"z"}]`,
	`["plain","texts"]`,
	`[{"message":{"message":{"role":"user","content":"wrapped"}}}]`,
	`[{"role":"user","content":"a"},{"role":"tool","content":[{"type":"tool-result","toolCallId":"q","toolName":"w","output":{"type":"json","value":{"documents":[{"text":"D"}]}}}]}]`,
	`[{"type":"text","content":"System one"},{"type":"text","content":"two"}]`,
	`{"parts":[{"text":"inst"}]}`,
}

var responseSpellings = []string{
	`{"id":"resp-1","model":"gpt-5-mini","choices":[{"index":1,"message":{"role":"assistant","content":"second"}},{"index":0,"message":{"role":"assistant","content":"<think>why</think>first","tool_calls":null},"finish_reason":"length"}],"usage":{"prompt_tokens":11,"cache_read_input_tokens":3}}`,
	`{"id":"cmpl","choices":[{"text":"completed","finish_reason":"stop"}]}`,
	`{"object":"response","id":"resp_9","status":"incomplete","incomplete_details":{"reason":"content_filter"},"output":[{"type":"reasoning"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"half"},{"type":"refusal","refusal":"no"}]},{"type":"web_search_call","id":"w"}],"usage":{"input_tokens":9}}`,
	`{"candidates":[{"content":{"role":"model","parts":[{"text":"gem"}]},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":5},"modelVersion":"gemini"}`,
	`{"generations":[[{"text":"gen","generationInfo":{"finish_reason":null,"stop_reason":"end"},"message":{"id":["x","AIMessage"],"kwargs":{"content":"gen","id":"run-1","response_metadata":{"id":"chatcmpl-7","finish_reason":"stop","model_name":"m"}}}}]],"llmOutput":{}}`,
	`{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"Anthropic says"},{"type":"tool_use","id":"tu","name":"n","input":{"a":["b"]}}],"stop_reason":"tool_use"}`,
	`{"message":{"role":"assistant","content":"ollama"},"done_reason":"stop"}`,
	`{"output":{"message":{"role":"assistant","content":[{"text":"converse"}]}},"stopReason":"end_turn"}`,
	`{"object":"response","status":"failed","output":[]}`,
	`{"object":"response","status":"cancelled","output":[{"type":"message","content":"typed"}],"incomplete_details":{"reason":"max_output_tokens"}}`,
	`{"status":"incomplete","output":[{"content":"untyped"}],"response_id":"r"}`,
	`{"choices":[null,7]}`,
	`{"choices":[{"delta":{"content":"streamed"},"finishReason":"x"}],"responseId":5}`,
	`{"generations":[]}`,
	`{"generations":[{"text":"flat","message":{"data":{"content":"d","id":"lc_run-2"},"type":"ai"}}]}`,
	`{"generations":[[{"text":"no message"}]]}`,
	`[{"role":"assistant","parts":[{"type":"text"}]}]`,
	`[{"role":"assistant","parts":[{"type":"compaction","encrypted":"e"},{"type":"text","content":["a",{"b":"c"}]}]}]`,
	`[{"role":"assistant","content":[{"type":"text","text":"one \ud83d"},{"type":"text","text":"\ude00 two"}]}]`,
	`{"kwargs":{"content":"serialized","response_metadata":{"finish_reason":"stop"}},"id":["AIMessage"]}`,
	`{"role":"assistant","content":"<think>a</think>b","response_metadata":{"finishReason":"LENGTH"}}`,
	`{"output_text":"plain output","finish_reason":"ABORT"}`,
	`{"answer":"an answer in JSON","n":1}`,
	`[{"type":"function_call","name":"f","arguments":"{\"x\":\"y\"}","call_id":"c"},{"type":"message","content":[{"type":"output_text","text":"after"}]}]`,
}

var documentSpellings = []string{
	`[{"content":"The refund window is 30 days from delivery.","id":"p1","score":0.9},{"content":"Items over $1,000","id":2,"metadata":{"source":"https://a.example/x."}},null]`,
	`{"documents":[{"pageContent":"P","metadata":{"loc":"http://b.example/1)","n":[1,"https://c.example"]},"id":"undefined"}]}`,
	`{"nodes":[{"node":{"id_":"n1","text":"N"},"score":0.5},{"node":{"node_id":3,"text":""},"score":"0.25"}]}`,
	`[[{"page_content":"pair"},0.3],["not","pair"],7,"bare"]`,
	`{"documents":[{"content":[{"text":"gen"},{"text":"kit"},"raw"],"metadata":"{\"url\":\"https://d.example/y,\"}"}]}`,
	`{"matches":[{"document":{"content":"oi","document":{"content":"x"}},"_id":"m","distance":1.5}],"results":[]}`,
	`[{"lc":1,"kwargs":{"page_content":"lc","metadata":{"u":"https://e.example"}}}]`,
	`[{"content":"\ud83d","id":"\ud800"},{"content":[{"text":"a\ud83d"},{"text":"\ude00b"}]}]`,
	`[{"content":"u","10":"https://n10.example","2":"https://n2.example","b":"https://nb.example","metadata":{"\ud800":"https://s.example","z":"1","\uffff":"https://t.example","é":"x"}}]`,
	`{"query":"refund","top_k":5}`,
	`{"query_str":"q","similarity_top_k":"4","k":0}`,
	`[{"index":1,"relevanceScore":0.8},{"index":0,"relevanceScore":null},{"originalIndex":9,"score":1}]`,
}

// Tool results and definitions.
var toolSpellings = []string{
	`{"content":[{"type":"text","text":"{\"results\":[{\"content\":\"mcp\"}]}"},{"type":"text","text":"plain"}]}`,
	`{"results":[{"content":"r1","url":"https://f.example"},{"content":["r2","r3"]},{"nothing":1}]}`,
	`[{"content":"c","id":1e21},{"content":{"b":"2","a":"1"},"id":0.1},{"content":"x","id":"None"}]`,
	`[{"type":"function","name":"f"},{"type":"Web_Search_preview"},{"google_search_retrieval":{}},{"urlContext":{}},{"type":"mcp"}]`,
	`[{"type":"retrieval"},{"type":"function","retrieval":{}}]`,
	`[{"vertexAiSearch":{"datastore":"d"}}]`,
	`[{"Google_Search":{}}]`,
	`[{"enterpriseWebSearch":{}},{"codeExecution":{}}]`,
	`[{"type":"bing_grounding"}]`,
	`{"type":"file_search"}`,
	`{"googleSearch":{}}`,
	`{"type":"error-text","value":"failed"}`,
	`{"error":"no such place"}`,
}

// Flags, parameters, texts.
var textSpellings = []string{
	`{"model":"m","temperature":"0.5","top_p":1e-7,"seed":123456789012345680000,"stop":"END","presencePenalty":-0.0}`,
	`"a quoted text"`,
	`"{\"role\":\"user\",\"content\":\"twice encoded\"}"`,
	`[REDACTED]`,
	`__REDACTED__`,
	`***`,
	`plain text with https://g.example/path?x=1). and more`,
	`[1] prose in brackets`,
	`[[link]]`,
	`{not json}`,
	``,
	`12`,
	`None`,
	`<think>open`,
	` <think>a</think> b`,
	`stop, length`,
	`["tool_calls"]`,
	`d4e2f0a1b2c3d4e5f60718293a4b5c6d`,
	`list […12 more items] cut`,
	`\ud83d`,
	`emoji 😀 and ` + "\u2028" + ` line`,
}
